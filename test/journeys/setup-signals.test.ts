// A signal that comes while packages are installed or code is bundled ends everything that `npm start` has started. The
// packages and the bundler are programs that never end.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = resolve(import.meta.dirname, '../..');

/** What npm runs while packages are installed: it answers a ping, and never ends an installation. */
const npmThatHangs = `#!/bin/sh
[ "$1" = ci ] || exit 0
touch reached
exec sleep 600
`;

const bundlerThatHangs = `#!/bin/sh
touch reached
exec sleep 600
`;

let folder: string;
let npm: ChildProcess | undefined;

const addProgram = (name: string, script: string): void => {
  const path = join(folder, 'node_modules/.bin', name);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, 0o755);
};

beforeEach(() => {
  folder = temporaryFolder();
  const copied = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  for (const file of [...copied, 'infra/setup.sh', 'infra/count-packages.js'])
    cpSync(join(root, file), join(folder, file));
  for (const source of ['domain', 'application', 'adapters/web', 'simulator'])
    mkdirSync(join(folder, source), { recursive: true });
});

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The processes whose working directory is the folder. */
const processesInFolder = (): readonly Process[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      if (readlinkSync(join('/proc', name, 'cwd')) !== folder) return [];
      const command = readFileSync(join('/proc', name, 'cmdline'), 'utf8')
        .replaceAll('\0', ' ')
        .trim();
      return [{ pid: Number(name), command }];
    } catch {
      return [];
    }
  });

afterEach(() => {
  for (const { pid } of processesInFolder()) process.kill(pid, 'SIGKILL');
});

/** Starts npm in a process group of its own, and waits until it installs or bundles. */
const startUntilReached = async (): Promise<ChildProcess> => {
  const started = spawn('npm', ['start'], { cwd: folder, detached: true, stdio: 'ignore' });
  npm = started;
  await eventually('it is reached', () => existsSync(join(folder, 'reached')));
  return started;
};

const phases = {
  'packages are installed': () => {
    addProgram('npm', npmThatHangs);
  },
  'code is bundled': () => {
    addProgram('vite', bundlerThatHangs);
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  },
};

/** Returns the process of the script that installs and bundles. */
const scriptPid = (): number => processesInFolder().find(({ command }) => /^sh .*setup\.sh/.test(command))?.pid ?? NaN;

const receivers: Readonly<Record<string, (leader: number) => number>> = {
  npm: (leader) => leader,
  'the process group': (leader) => -leader,
  'the script': scriptPid,
};

describe.each(Object.entries(phases))('a signal while %s', (_, prepare) => {
  describe.each(Object.entries(receivers))('to %s', (_receiver, receiverOf) => {
    it.each(['SIGTERM', 'SIGINT'] as const)('leaves no process: %s', async (signal) => {
      prepare();
      const { pid = NaN } = await startUntilReached();
      const ended = once(npm ?? expect.fail(), 'exit');
      process.kill(receiverOf(pid), signal);
      await ended;
      await eventually('no process is left', () => processesInFolder().length === 0);
    });
  });
});
