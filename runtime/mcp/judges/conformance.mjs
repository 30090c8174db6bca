// conformance.mjs runs scenarios of the official suites, those that concern tools and the transport. The counts come of the
// checks that a scenario writes down, not of what it prints; one that writes down none is a failure.
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {run, scratch} from './judges.mjs';

const contents = ['tools-list', 'tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource',
  'tools-call-mixed-content', 'tools-call-error', 'tools-call-with-progress', 'json-schema-2020-12', 'server-sse-multiple-streams',
  'dns-rebinding-protection'];

export const serverScenarios = ['server-initialize', 'ping', ...contents, 'tools-call-with-logging', 'tools-call-sampling',
  'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'];

export const serverScenarios2026 = ['server-stateless', ...contents, 'http-header-validation', 'http-custom-header-server-validation',
  'input-required-result-basic-elicitation', 'input-required-result-missing-input-response', 'input-required-result-result-type',
  'input-required-result-ignore-extra-params', 'input-required-result-validate-input', 'input-required-result-unsupported-methods'];

export const clientScenarios = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];

export const clientScenarios2026 = ['tools_call', 'request-metadata', 'sep-2322-client-request-state', 'http-standard-headers',
  'http-custom-headers', 'http-invalid-tool-headers', 'json-schema-ref-no-deref'];

// conformance judges a server by its url or a client by its command, in the suite 'stable' or 'next'.
export async function conformance(suite, subject, scenarios, revision) {
  const count = {SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0};
  const findings = [];
  const script = `conformance-${suite}/dist/index.js`;
  const spoken = revision ? ['--spec-version', revision] : [];
  const out = scratch();
  if (subject.url) await run(script, ['server', '--url', subject.url, '--suite', 'all', ...spoken, '-o', out], 600);
  for (const scenario of scenarios) {
    if (subject.command) await run(script, ['client', '--command', subject.command, '--scenario', scenario, ...spoken, '-o', out]);
    const checks = checksOf(scenario, out);
    if (!checks.length) {
      count.FAILURE++;
      findings.push(`${scenario} left no checks`);
    }
    for (const check of checks) {
      if (check.status in count) count[check.status]++;
      if (check.status === 'FAILURE' || check.status === 'WARNING') findings.push(`${scenario} ${check.id}: ${check.errorMessage ?? check.description}`);
    }
  }
  return {said: `${count.SUCCESS} passed, ${count.FAILURE} failed, ${count.WARNING} warned, ${count.SKIPPED} skipped`, findings};
}

// checksOf reads the checks of a scenario, from the folder that bears its name and the time.
function checksOf(scenario, out) {
  return readdirSync(out, {recursive: true}).filter(name => {
    const folder = path.basename(path.dirname(name)).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    return path.basename(name) === 'checks.json' && [scenario, `server-${scenario}`].includes(folder);
  }).flatMap(name => JSON.parse(readFileSync(path.join(out, name))));
}
