// The repository of somebody who tests a panel, made from docs/ci.md alone: its files and commands, word for word, against the
// image of the demo.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../infra/machine/version.js';
import { commandsIn, filesIn, isExpected } from '../docs/console-blocks.js';
import { readDocument, root } from '../docs/documents.js';
import { runAll, type ShellOptions } from '../docs/shell.js';

const document = readDocument('docs/ci.md');
const files = filesIn(document);

const { CONTAINER_ENGINE, ENGINE_NETWORK } = process.env;

/** Published ports are reachable in the network of the engine. */
const shell: NonNullable<ShellOptions['shell']> =
  ENGINE_NETWORK === undefined ? ['bash'] : ['nsenter', `--net=${ENGINE_NETWORK}`, 'bash'];

let folder: string;

/** Runs commands in the repository, and returns what they print on both streams. */
const run = (...commands: readonly string[]): Promise<readonly string[]> =>
  runAll(commands, { cwd: folder, shell, prelude: 'exec 2>&1' });

interface Workflow {
  readonly jobs: {
    readonly panel: {
      readonly services: {
        readonly studio: {
          readonly image: string;
          readonly env: Readonly<Record<string, string>>;
          readonly ports: readonly string[];
        };
      };
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly { readonly run?: string }[];
    };
  };
}

const { panel } = (parse(files.get('.github/workflows/panel.yaml') ?? '') as Workflow).jobs;
const { studio } = panel.services;

const variables = (prefix: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${prefix}${name}=${value}`)
    .join(' ');

/** Starts the service container as the runner of GitHub does, and waits for its health. */
const serviceContainer = [
  `docker tag studio-control-demo ${studio.image}`,
  `docker run --detach --name job ${variables('-e ', studio.env)} ${studio.ports.map((port) => `-p ${port}`).join(' ')} ${studio.image}`,
  'for i in $(seq 100); do health=$(docker inspect --format {{.State.Health.Status}} job); [ "$health" = starting ] || break; sleep 0.2; done; echo $health',
];

// Only with Docker: podman has no health checks here, and the commands of the document are those of Docker.
describe.skipIf(CONTAINER_ENGINE === 'podman')('a repository made from docs/ci.md', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'panel-'));
    for (const [name, content] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    // Instead of `npm install testcontainers`.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return () => rm(folder, { recursive: true });
  });

  afterAll(async () => {
    await run('docker rm --force studio job', 'docker-compose down');
  });

  it('tests its panel in bash, Node and Python , and prints how long that takes', { timeout: 60_000 }, async () => {
    const commands = commandsIn(document);
    const began = performance.now();
    const printed = await run(...commands.map(({ command }) => command));
    const seconds = (performance.now() - began) / 1_000;
    const unexpected = commands.flatMap(({ command, output }, index) =>
      isExpected(output, printed[index] ?? '') ? [] : [`$ ${command}\n${printed[index] ?? 'nothing'}`],
    );
    process.stdout.write(`docs/ci.md: ${String(commands.length)} commands in ${seconds.toFixed(1)} s\n`);
    expect(unexpected).toEqual([]);
  });

  it('tests its panel in a job of GitHub Actions', async () => {
    const steps = panel.steps.flatMap(({ run: command }) => (command === undefined ? [] : [command]));
    const printed = await run(
      ...serviceContainer,
      `export ${variables('', panel.env)}`,
      ...steps,
      'docker rm --force job',
    );
    expect(printed.slice(2, -1)).toEqual(['healthy\n', '', 'The panel works.\n']);
    expect(studio.image).toContain(`studio-control-demo:${version}`);
  });

  it('runs a studio of its own with compose', async () => {
    const call = `curl -sS --retry 30 --retry-delay 1 --retry-all-errors -H 'Authorization: Bearer ${studio.env['DEMO_TOKEN'] ?? ''}'`;
    const printed = await run(
      'docker-compose up --detach',
      `${call} http://localhost:3002/api/v2/plain/signals/kitchen-light/on 2>/dev/null`,
      'docker-compose down',
    );
    expect(printed[1]).toBe('OK');
  });

  it('does not answer steering of pages of other sites, or under foreign names', async () => {
    const status = "curl -s -o /dev/null -w '%{http_code}' http://localhost:3020/api/v1/clock";
    const printed = await run(
      'docker run --detach --name studio -p 127.0.0.1:3020:3020 studio-control-demo',
      `${status} --retry 30 --retry-delay 1 --retry-all-errors`,
      `${status} -H 'Host: studio:3020'`,
      `${status} -H 'Host: evil.example:3020'`,
      `${status} -H 'Origin: http://evil.example'`,
      'docker rm --force studio',
    );
    expect(printed.slice(1, -1)).toEqual(['200', '200', '403', '403']);
  });
});
