// judges.mjs finds what install.sh has installed, and runs it.
import {spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

export const root = process.env.JUDGES;
if (!root) throw new Error('JUDGES is not set: run run.sh');
const require = createRequire(path.join(root, 'package.json'));

// load imports a module of the judges.
export const load = name => import(pathToFileURL(require.resolve(name)).href);

// scratch makes a folder that the operating system forgets.
export const scratch = () => mkdtempSync(path.join(os.tmpdir(), 'judges-'));

// run runs a script of the judges with the Node that runs this one, at home in a folder of its own, and returns what it wrote.
export function run(script, args, seconds = 120) {
  return new Promise(resolve => {
    const node = path.dirname(process.execPath);
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      env: {...process.env, HOME: scratch(), PATH: node + path.delimiter + process.env.PATH, MCP_AUTO_OPEN_ENABLED: 'false'},
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
    });
    let out = '', err = '';
    child.stdout.on('data', data => { out += data; });
    child.stderr.on('data', data => { err += data; });
    child.on('error', error => resolve({code: -1, out, err: err + error}));
    child.on('close', code => resolve({code: code ?? -1, out, err}));
  });
}

// Tally counts what holds and keeps what does not.
export class Tally {
  passed = 0;
  findings = [];
  check(what, holds, detail = '') {
    if (holds) this.passed++;
    else this.findings.push(`${what}: ${detail}`);
  }
  verdict() {
    return {said: `${this.passed} passed, ${this.findings.length} failed`, findings: this.findings};
  }
}
