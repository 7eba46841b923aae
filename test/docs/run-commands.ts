// Runs the console blocks of the documents word for word against the program, and checks what they print and that they
// leave the studio as they found it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { commandsIn, isExpected, type DocumentedCommand } from './console-blocks.js';
import { readDocument, root } from './documents.js';
import { runAll } from './shell.js';

const tried = ['docs/tour.md', 'docs/api.md', 'docs/simulator.md', 'docs/as-run.md', 'docs/console-api.md'];
/** How the last line of the start begins. */
const lastLineOfStart = 'simulator ';

/** Starts everything in `folder`, as `npm start` does once it has installed and bundled. */
const startProduct = async (folder: string): Promise<ChildProcess> => {
  const product = spawn('node', [join(root, 'dist/infra/main.js')], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: product.stdout }))
    if (line.startsWith(lastLineOfStart)) return product;
  throw new Error('the program ended before it was ready');
};

const prelude = `studio-control() { node ${join(root, 'dist/infra/main.js')} "$@"; }`;

/** Everything that the commands could have changed. */
const studioState = async (cwd: string): Promise<readonly string[]> =>
  runAll(
    [
      ...['signals', 'plain/outputs/main', 'variables', 'automations', 'studio'].map(
        (path) => `curl -s http://127.0.0.1:3002/api/v2/${path}`,
      ),
      'curl -s -u "admin:$(cat data/console-admin-password)" http://127.0.0.1:3010/api/studios/studio-1/devices',
      'curl -s http://127.0.0.1:3020/api/v1/devices | grep -c \'"fault":{\' || true',
    ],
    { cwd },
  );

const mismatches = (commands: readonly DocumentedCommand[], printed: readonly string[]): readonly string[] =>
  commands.flatMap(({ command, output }, index) =>
    isExpected(output, printed[index] ?? '')
      ? []
      : [`$ ${command}\n  expected: ${output}\n  printed:  ${printed[index] ?? 'nothing'}`],
  );

const check = async (document: string, folder: string): Promise<readonly string[]> => {
  const commands = commandsIn(readDocument(document));
  const before = await studioState(folder);
  const printed = await runAll(
    commands.map(({ command }) => command.replace(/^curl /, 'curl -sS ')),
    { cwd: folder, prelude },
  );
  const after = await studioState(folder);
  process.stdout.write(`${document}: ${String(commands.length)} commands\n`);
  const changed = JSON.stringify(before) === JSON.stringify(after) ? [] : [`${document} leaves the studio changed`];
  return [
    ...(commands.length === 0 ? [`${document} has no commands`] : []),
    ...mismatches(commands, printed),
    ...changed,
  ];
};

const folder = await mkdtemp(join(tmpdir(), 'documents-'));
const product = await startProduct(folder);
const faults: string[] = [];
for (const document of tried) faults.push(...(await check(document, folder)));
product.kill('SIGTERM');
await once(product, 'exit');
await rm(folder, { recursive: true });
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
