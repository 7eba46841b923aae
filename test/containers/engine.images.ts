// The box of engine.sh: nothing is left of it, however it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';

const project = resolve(import.meta.dirname, '../..');
const engine = resolve(project, 'infra/containers/engine.sh');

/** The folder of the box, with the engine's socket. */
let folder: string;
let child: ChildProcess;

afterEach(() => {
  child.kill('SIGKILL');
});

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** What exists of the box: its folder, control groups, mounts and processes. */
const leftovers = (): readonly string[] => [
  ...(existsSync(folder) ? [folder] : []),
  ...globSync(`/sys/fs/cgroup/{,*/}${basename(folder)}`),
  ...textOf('/proc/mounts')
    .split('\n')
    .filter((line) => line.includes(folder)),
  ...readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && textOf(`/proc/${pid}/cmdline`).includes(`${folder}/`)),
];

/** Starts a container, prints the engine's socket, and runs until the engine ends. */
const runContainer =
  '. infra/containers/versions.sh && $CONTAINER_CLI run --detach --network bridge --entrypoint /bin/sleep $BUSYBOX_IMAGE 1000 >/dev/null' +
  ' && echo $DOCKER_HOST && while $CONTAINER_CLI version >/dev/null 2>&1; do sleep 1; done';

const start = async (command: string): Promise<void> => {
  const { DOCKER_HOST: _, CONTAINER_CLI: __, ...environment } = process.env;
  child = spawn('sh', [engine, 'sh', '-c', command], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  folder = dirname(new URL(output.toString().trim()).pathname);
};

// There is no box if Docker was available.
describe.skipIf(process.env['CONTAINER_ENGINE'] === undefined)('the box', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('leaves nothing after %s', async (signal) => {
    await start(runContainer);
    expect(leftovers()).not.toEqual([]);
    child.kill(signal);
    await eventually('the end of the box', () => leftovers().length === 0);
  });

  it('leaves nothing and fails if its command fails', async () => {
    await start('echo $DOCKER_HOST; exit 3');
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, leftovers()]).toEqual([3, []]);
  });
});
