// The packed client, as a developer installs it: in Node 22 and 24, in Chromium on a page of another origin, and its types.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlToken, serviceBench, type ServiceBench } from '../adapters/companion/service-bench.js';
import { listenOnLoopback } from '../support/loopback.js';
import { missingBrowser, openBrowser } from './chromium.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
let service: ServiceBench;
let url: string;

const packed = (): string => join(folder, 'node_modules/studio-control-client');

const pack = async (): Promise<string> => {
  const target = join(folder, 'packed');
  const outDir = join(target, 'package');
  await run('npx', ['vite', 'build', '--config', 'adapters/client/build/vite.config.ts', '--outDir', outDir], {
    cwd: root,
  });
  await run('npx', ['tsx', 'adapters/client/build/pack.ts', target], { cwd: root });
  return join(target, readdirSync(target).find((name) => name.endsWith('.tgz')) ?? '');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-client-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', await pack()], { cwd: folder });
  copyFileSync(join(import.meta.dirname, 'client-program.js'), join(folder, 'program.js'));
  const main = `import { tryClient } from './program.js';
    console.log(JSON.stringify(await tryClient(process.argv[2], process.argv[3])));`;
  writeFileSync(join(folder, 'main.js'), main);
  service = await serviceBench({ TRUST_LOOPBACK: 'off' });
  url = `http://127.0.0.1:${String(service.settings.port)}`;
}, 120_000);

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const expected = {
  seen: ['state', 'signal'],
  clip: 'weather',
  planned: 'output.stop',
  refused: [404, 'not_found'],
  gone: true,
};

/** The light is off before each program, so that switching it on is an event. */
const lightOff = async (): Promise<void> => {
  await fetch(`${url}/api/v2/signals/red-light/off?token=${controlToken}`);
};

/** Installs a Node of another version. Returns the path of its program. */
const nodeOf = async (version: string): Promise<string> => {
  const name = `node-linux-${process.arch}`;
  const there = join(folder, `node-${version}`);
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', there, `${name}@${version}`]);
  return join(there, 'node_modules', name, 'bin/node');
};

it.each([
  ['24', () => Promise.resolve(process.execPath)],
  ['22', () => nodeOf('22')],
] as const)('runs in Node %s', async (version, node) => {
  await lightOff();
  const program = await node();
  expect((await run(program, ['--version'])).stdout).toMatch(`v${version}.`);
  const { stdout } = await run(program, ['main.js', url, controlToken], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(expected);
});

const page = `<script type="importmap">{ "imports": { "studio-control-client": "/client.js" } }</script>
  <script type="module">
    import { tryClient } from '/program.js';
    const [url, token] = location.hash.slice(1).split(',');
    window.result = tryClient(url, token);
  </script>`;

it.skipIf(missingBrowser())('runs in Chromium, on a page of another origin', async () => {
  await lightOff();
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', page],
    '/client.js': ['text/javascript', readFileSync(join(packed(), 'client.js'), 'utf8')],
    '/program.js': ['text/javascript', readFileSync(join(folder, 'program.js'), 'utf8')],
  };
  const server: Server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.setHeader('Content-Type', type);
    response.end(content);
  });
  const port = await listenOnLoopback(server);
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${String(port)}/#${url},${controlToken}`);
    await tab.waitForFunction('window.result !== undefined');
    expect(await tab.evaluate('window.result')).toEqual(expected);
  } finally {
    await browser.close();
    server.close();
  }
});

const typed = `
  import { Refusal, studioClient, type Signal } from 'studio-control-client';
  const studio = studioClient({ url: 'http://127.0.0.1:3002' });
  export const names = async (): Promise<readonly string[]> => {
    const { signals } = await studio.read('signal.list');
    const { output } = await studio.act('clip.play', { slot: 'main', number: 3 });
    const first: string | null = output.scenes[0]?.clip ?? null;
    for await (const event of studio.events()) if (event.type === 'alarm') return [event.data.alarm.message, String(first)];
    return signals.map(({ name }: Signal) => name);
  };
  export const isLost = (error: unknown): boolean => error instanceof Refusal && error.code === 'ack_timeout';
`;

const wrong = [
  ['an unknown call', `await studio.read('signal.gone');`],
  ['a missing parameter', `await studio.act('clip.play', { slot: 'main' });`],
  ['an unknown parameter', `await studio.act('studio.onair', { slot: 'main' });`],
  ['an action that is read', `await studio.read('studio.onair');`],
  ['an unknown field', `(await studio.read('signal.list')).lamps;`],
  ['an unknown type of event', `studio.events({ types: ['lamp'] });`],
] as const;

it('has types that accept what there is, and nothing else', () => {
  const begin = `import { studioClient } from 'studio-control-client'; const studio = studioClient({ url: '' });`;
  const sources = [typed, ...wrong.map(([, line]) => `${begin} ${line}`)];
  const files = sources.map((source, at) => {
    const file = join(folder, `typed-${String(at)}.ts`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    strict: true,
    noEmit: true,
    types: [],
  });
  const errors = ts.getPreEmitDiagnostics(program);
  const count = (file: string): number => errors.filter((error) => error.file?.fileName === file).length;
  expect(files.map(count)).toEqual([0, ...wrong.map(() => 1)]);
  expect(errors).toHaveLength(wrong.length);
});
