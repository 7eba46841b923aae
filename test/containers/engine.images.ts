// The box that an engine runs in where none answers: whatever way it ends, nothing is left of it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../features/support/eventually.js';

const project = resolve(import.meta.dirname, '../..');
const engine = resolve(project, 'infra/containers/engine.sh');

/** The folder of the box; the engine answers below it. */
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

/** What of the box is there: its folder, its control groups, its mounts, its processes. */
const left = (): readonly string[] => [
  ...(existsSync(folder) ? [folder] : []),
  ...globSync(`/sys/fs/cgroup/{,*/}${basename(folder)}`),
  ...textOf('/proc/mounts')
    .split('\n')
    .filter((line) => line.includes(folder)),
  ...readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && textOf(`/proc/${pid}/cmdline`).includes(`${folder}/`)),
];

/** Makes a container that would run for ever, says where, and ends with its engine. */
const busy =
  '. infra/containers/versions.sh && $CONTAINER_CLI run --detach --network bridge --entrypoint /bin/sleep $BUSYBOX_IMAGE 1000 >/dev/null' +
  ' && echo $DOCKER_HOST && while $CONTAINER_CLI version >/dev/null 2>&1; do sleep 1; done';

const start = async (command: string): Promise<void> => {
  const { DOCKER_HOST: _, CONTAINER_CLI: __, ...environment } = process.env;
  child = spawn('sh', [engine, 'sh', '-c', command], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  folder = dirname(new URL(said.toString().trim()).pathname);
};

// Where an engine answered, no box was made.
describe.skipIf(process.env['CONTAINER_ENGINE'] === undefined)('the box', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('leaves nothing when it ends by %s', async (signal) => {
    await start(busy);
    expect(left()).not.toEqual([]);
    child.kill(signal);
    await eventually('the end of the box', () => left().length === 0);
  });

  it('leaves nothing when its command fails, and fails too', async () => {
    await start('echo $DOCKER_HOST; exit 3');
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, left()]).toEqual([3, []]);
  });
});
