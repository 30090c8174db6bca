// judge.mjs BIN runs every judge against the programs in BIN and compares what each says with what it must say. The numbers are
// exact: a check more is a new check that nobody has looked at, a check less one that no longer runs.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import net from 'node:net';
import path from 'node:path';
import {conformance, serverScenarios, serverScenarios2026, clientScenarios, clientScenarios2026} from './conformance.mjs';
import {inspect} from './inspector.mjs';
import {typescript} from './typescript.mjs';

const bin = path.resolve(process.argv[2]);
const program = name => path.join(bin, name);

// What the travel desk of examples/mcpserver is asked, and what it must answer.
const cases = [
  {name: 'book', arguments: {city: 'Oslo', travellers: 2}, value: {total: 25800, advice: 'by card'}},
  {name: 'book', arguments: {city: 'Oslo', travellers: '2'}, error: 'travellers'},
  {name: 'book', arguments: {city: 'Oslo', travellers: 2, class: 'first'}, error: 'unknown key "class"'},
  {name: 'book', arguments: {city: 'Oslo', travellers: 12}, error: 'between 1 and 9'},
  {name: 'weather', arguments: {city: 'Oslo'}, text: 'Oslo'},
  {name: 'weather', arguments: {city: 'Rome'}, error: 'no such city'},
  {name: 'weather', arguments: {city: 'Oslo', unit: 'kelvin'}, error: 'celsius'},
];

const running = [];
try {
  const stateful = await serve('server', ['-stateful']);
  const stateless = await serve('server', []);
  const desk = await serve('mcpserver', [], {DESK_TOKEN: 'token-of-the-desk'});
  const client = program('client');
  const admin = {headers: {Authorization: 'Bearer token-of-the-desk'}};
  const stdio = {command: program('mcpserver')};

  const judgments = [
    ['conformance 0.1.16, stateful', () => conformance('stable', {url: stateful}, serverScenarios), '31 passed, 0 failed, 0 warned, 0 skipped'],
    ['conformance 0.2.0-alpha.12, 2025-11-25, stateful', () => conformance('next', {url: stateful}, serverScenarios, '2025-11-25'), '52 passed, 0 failed, 0 warned, 0 skipped'],
    ['conformance 0.2.0-alpha.12, 2026-07-28, stateless', () => conformance('next', {url: stateless}, serverScenarios2026, '2026-07-28'), '97 passed, 0 failed, 0 warned, 1 skipped'],
    ['conformance 0.1.16, client', () => conformance('stable', {command: client}, clientScenarios), '10 passed, 0 failed, 0 warned, 0 skipped'],
    ['conformance 0.2.0-alpha.12, 2026-07-28, client', () => conformance('next', {command: client}, clientScenarios2026, '2026-07-28'), '47 passed, 0 failed, 0 warned, 10 skipped'],
    ['Inspector --strict, stdio', () => inspect(stdio, cases), '6 passed, 0 failed'],
    ['Inspector --strict, HTTP', () => inspect({url: desk, ...admin}, cases), '6 passed, 0 failed'],
    ['TypeScript SDK with Ajv, stdio', () => typescript(stdio, 3, cases), '32 passed, 0 failed'],
    ['TypeScript SDK with Ajv, HTTP with a token', () => typescript({url: desk, ...admin}, 3, cases), '32 passed, 0 failed'],
    ['TypeScript SDK with Ajv, HTTP', () => typescript({url: desk}, 2, cases), '26 passed, 0 failed'],
  ];
  let wrong = 0;
  for (const [what, judge, want] of judgments) {
    const {said, findings} = await judge();
    const right = said === want;
    if (!right) wrong++;
    console.log(`${right ? 'ok  ' : 'FAIL'} ${what}: ${said}${right ? '' : `; want ${want}`}`);
    if (!right) for (const finding of findings) console.log('       ' + finding.slice(0, 400));
  }
  console.log(wrong ? `judges: ${wrong} of ${judgments.length} say something else` : `judges: all ${judgments.length} say what they should`);
  process.exitCode = wrong ? 1 : 0;
} finally {
  for (const child of running) child.kill();
}

// serve starts a server at a free port and returns its URL when it answers.
async function serve(name, args, env = {}) {
  const port = await freePort();
  const child = spawn(program(name), ['-http', `127.0.0.1:${port}`, ...args], {env: {...process.env, ...env}, stdio: ['ignore', 'ignore', 'ignore']});
  running.push(child);
  for (let tries = 0; tries < 100; tries++) {
    const socket = net.connect(port, '127.0.0.1');
    const up = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false, () => false)]).catch(() => false);
    socket.destroy();
    if (up) return `http://127.0.0.1:${port}/mcp`;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`${name} does not listen`);
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
