// typescript.mjs is a client on the TypeScript SDK, which parses every answer strictly, with Ajv as a second opinion on every schema
// and every value.
import {load, Tally} from './judges.mjs';

const {Client} = await load('@modelcontextprotocol/sdk/client/index.js');
const {StdioClientTransport} = await load('@modelcontextprotocol/sdk/client/stdio.js');
const {StreamableHTTPClientTransport} = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
const {Ajv2020} = await load('ajv/dist/2020.js').then(module => module.default ?? module);
const formats = await load('ajv-formats').then(module => module.default?.default ?? module.default);

// typescript judges a server that shows so many tools, with the cases of the tools that it shows.
export async function typescript(subject, tools, cases) {
  const tally = new Tally();
  const client = new Client({name: 'typescript-judge', version: '1'}, {capabilities: {}});
  const transport = subject.url
    ? new StreamableHTTPClientTransport(new URL(subject.url), {requestInit: {headers: subject.headers ?? {}}})
    : new StdioClientTransport({command: subject.command, stderr: 'ignore'});
  try {
    await client.connect(transport);
    const list = (await client.listTools()).tools;
    tally.check('number of tools', list.length === tools, list.length);
    const names = list.map(tool => tool.name);
    tally.check('order', JSON.stringify(names) === JSON.stringify([...new Set(names)].sort()), names);
    for (const tool of list) await judgeTool(tally, client, tool);
    await refused(tally, 'unknown tool', client.callTool({name: 'no_such_tool', arguments: {}}));
    for (const c of cases) await judgeCase(tally, client, list.find(tool => tool.name === c.name), c);
  } catch (error) {
    tally.check('the session', false, error.stack);
  }
  await client.close().catch(() => {});
  return tally.verdict();
}

// judgeTool judges what is said of a tool, and that it says what it lacks.
async function judgeTool(tally, client, tool) {
  tally.check(`${tool.name}: its name suits every provider`, /^[A-Za-z0-9_-]{1,64}$/.test(tool.name));
  tally.check(`${tool.name}: it is described`, !!tool.description);
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  tally.check(`${tool.name}: all four hints are said`, hints.every(hint => typeof tool.annotations?.[hint] === 'boolean'), JSON.stringify(tool.annotations));
  for (const which of ['inputSchema', 'outputSchema']) {
    if (!tool[which]) continue;
    tally.check(`${tool.name}: ${which} meets the meta-schema and compiles strictly`, ...compiles(tool[which]));
  }
  if (!tool.inputSchema.required?.length) return;
  const result = await client.callTool({name: tool.name, arguments: {}});
  tally.check(`${tool.name}: a model reads what is missing`, result.isError === true && tool.inputSchema.required.every(name => result.content[0]?.text.includes(name)), JSON.stringify(result));
}

// judgeCase makes one call and holds the answer against what is wanted and against the output schema.
async function judgeCase(tally, client, tool, c) {
  const what = `${c.name} ${JSON.stringify(c.arguments)}`;
  if (!tool) return refused(tally, what, client.callTool({name: c.name, arguments: c.arguments}));
  const result = await client.callTool({name: c.name, arguments: c.arguments});
  const text = result.content[0]?.text ?? '';
  if (c.error !== undefined) {
    tally.check(what, result.isError === true && text.includes(c.error), JSON.stringify(result));
    return;
  }
  const value = JSON.stringify(result.structuredContent);
  tally.check(what, !result.isError && text.includes(c.text ?? '') && (c.value === undefined || value === JSON.stringify(c.value)), JSON.stringify(result));
  tally.check(`${what}: the text is the value`, text === value, text);
  tally.check(`${what}: the value meets the output schema`, ajv().validate(tool.outputSchema, result.structuredContent) === true, value);
}

async function refused(tally, what, call) {
  const code = await call.then(() => 'none', error => error.code);
  tally.check(`${what} is refused with -32602`, code === -32602, code);
}

function compiles(schema) {
  try {
    ajv().compile(schema);
    return [true];
  } catch (error) {
    return [false, error.message];
  }
}

function ajv() {
  const ajv = new Ajv2020({strict: true, strictRequired: true, allErrors: true});
  formats(ajv);
  return ajv;
}
