// inspector.mjs has the MCP Inspector list the tools, strictly and in both eras of the protocol, and call them. It turns arguments
// into the types that a schema wants, so that wrong types are for typescript.mjs to try.
import {run, Tally} from './judges.mjs';

export async function inspect(subject, cases) {
  const tally = new Tally();
  const inspector = (...args) => {
    const target = subject.url ? ['--server-url', subject.url, '--transport', 'http'] : [];
    for (const [name, value] of Object.entries(subject.headers ?? {})) target.push('--header', `${name}: ${value}`);
    return run('@modelcontextprotocol/inspector/clients/launcher/build/index.js', ['--cli', ...target, '--format', 'json', '-q', ...args, ...(subject.command ? [subject.command] : [])]);
  };
  for (const era of ['legacy', 'modern']) { // a warning is written as well as an error, and nothing else is
    const list = await inspector('--protocol-era', era, '--method', 'tools/list', '--strict');
    tally.check(`tools/list --strict in the ${era} era`, list.code === 0 && list.err.trim() === '', `exit ${list.code}: ${list.err}`);
  }
  const [once, again] = [await inspector('--method', 'tools/list'), await inspector('--method', 'tools/list')];
  tally.check('two lists have the same bytes', once.out !== '' && once.out === again.out, again.out);
  for (const c of cases.filter(c => c.value !== undefined || c.text !== undefined || c.error === 'no such city')) {
    const {code, out, err} = await inspector('--method', 'tools/call', '--tool-name', c.name, '--tool-args-json', JSON.stringify(c.arguments));
    let result;
    try {
      result = JSON.parse(out);
      result = result.result ?? result;
    } catch {}
    tally.check(`${c.name} ${JSON.stringify(c.arguments)}`, result && !!result.isError === (c.error !== undefined), `exit ${code}: ${out}${err}`);
  }
  return tally.verdict();
}
