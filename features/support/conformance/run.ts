// Runs the features against a service at any address, and prints which rules hold:
// npm run conformance -- --service URL [--simulator URL] [--token-file FILE] [--ca FILE] [--control] [FEATURES...]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isToken } from '../../../domain/access/token.js';
import { readRules } from '../../rules/rules.js';
import { readState } from './driver.js';
import { resultsIn } from './results.js';
import { environmentOf, trustAuthorities, type Target } from './target.js';
import { countOf, tableOf, verdicts, type ScenarioResult } from './verdicts.js';

const project = join(import.meta.dirname, '../../..');

/** The exit code for arguments or a service that can't be used. */
const unusable = 2;

const fail = (line: string): never => {
  process.stderr.write(`conformance: ${line}\n`);
  process.exit(unusable);
};

const options = {
  service: { type: 'string' },
  simulator: { type: 'string' },
  'token-file': { type: 'string' },
  ca: { type: 'string' },
  control: { type: 'boolean', default: false },
} as const;

const readArguments = () => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail((error as Error).message);
  }
};

/** Returns a URL as it is shown: its user, password, query and fragment may be secret. */
const shown = (text: string): string => text.replace(/^(.*\/\/)?.*@/s, '$1***@').replace(/([?#]).*/s, '$1***');

/** Whether a URL has a host and nothing else: user, password and query would be lost or sent to the service. */
const isBase = ({ protocol, origin, href }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && href === `${origin}/`;

const baseUrl = (flag: string, text: string | undefined): URL => {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const got = text === undefined ? 'nothing' : shown(text);
  return url !== undefined && isBase(url)
    ? url
    : fail(`--${flag}: expected a URL of the form http://host:port or https://host:port, got ${got}`);
};

const tokenIn = (file: string): string => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    fail(`--token-file: ${file} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  return isToken(text) ? text : fail(`--token-file: expected svc_ and 32 lowercase letters and digits in ${file}`);
};

/** Trusts the authorities in a file. */
const trust = (ca: string): void => {
  try {
    trustAuthorities({ ca });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    fail(`--ca: expected certificates in PEM in ${ca} (${code ?? message})`);
  }
};

/** Runs the scenarios, and returns their results. Runs at the same time have reports of their own. */
const runScenarios = async (target: Target, paths: readonly string[]): Promise<readonly ScenarioResult[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const report = join(folder, 'report.ndjson');
  const bin = join(project, 'node_modules/.bin/cucumber-js');
  const env = { ...process.env, ...environmentOf(target), NODE_OPTIONS: '--import tsx' };
  const marks = target.token === undefined ? [] : ['--tags', 'not @loopback'];
  const formats = ['--format', `message:${report}`];
  const child = spawn(bin, ['--profile', 'conformance', ...formats, ...marks, ...paths], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 && code !== 1) fail('the run of the scenarios did not end; its result is not shown');
  const results = resultsIn(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  return results;
};

const { values, positionals } = readArguments();
const tokenFile = values['token-file'];
const target: Target = {
  service: baseUrl('service', values.service),
  ...(values.simulator !== undefined && { simulator: baseUrl('simulator', values.simulator) }),
  ...(tokenFile !== undefined && { token: tokenIn(tokenFile) }),
  ...(values.ca !== undefined && { ca: resolve(values.ca) }),
  // A simulator has no real devices.
  control: values.control || values.simulator !== undefined,
};
if (values.ca !== undefined) trust(values.ca);
await readState(target).catch((error: unknown) => fail((error as Error).message));
const all = verdicts(readRules(), await runScenarios(target, positionals));
for (const line of tableOf(all)) process.stdout.write(`${line}\n`);
process.exitCode = countOf(all, 'fails') === 0 ? 0 : 1;
