// A bare Debian or Ubuntu in namespaces of its own, with systemd as its first process.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const packages = 'adduser,ca-certificates,curl,dbus,libstdc++6,systemd,systemd-sysv';

/** Where the packages of suites are, if not at Debian's mirror. */
const mirrors: Readonly<Record<string, string>> = { jammy: 'http://archive.ubuntu.com/ubuntu' };

/** A running Debian or Ubuntu. */
export interface Debian {
  /** Its root folder, seen from the host. */
  readonly root: string;
  /** Returns the words that run a command in it. */
  readonly inside: readonly string[];
  readonly stop: () => Promise<void>;
}

const childOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
      .trim()
      .split(' ')[0],
  );

const enter = (pid: number): readonly string[] => [
  ...['nsenter', `--target=${String(pid)}`, '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wdns=/root'],
];

const isUp = ([command = '', ...words]: readonly string[]): boolean =>
  ['running', 'degraded'].includes(
    spawnSync(command, [...words, 'systemctl', 'is-system-running'], { encoding: 'utf8' }).stdout.trim(),
  );

const booted = async (container: ChildProcess): Promise<readonly string[]> => {
  for (let attempt = 0; attempt < 240 && container.exitCode === null; attempt += 1) {
    await delay(500);
    const first = childOf(container.pid ?? 0);
    if (first > 0 && isUp(enter(first))) return enter(first);
  }
  throw new Error('the system has not started');
};

/** Installs and boots a suite, such as `bookworm`, with further options of debootstrap. */
export const startDebian = async (suite: string, further: readonly string[]): Promise<Debian> => {
  const root = mkdtempSync(join(tmpdir(), 'studio-control-debian-'));
  chmodSync(root, 0o755);
  const mirror = mirrors[suite] ?? 'http://deb.debian.org/debian';
  const options = ['--variant=minbase', `--include=${packages}`, ...further, suite, root, mirror];
  execFileSync('debootstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const container = spawn(
    'systemd-nspawn',
    ['--quiet', `--directory=${root}`, '--register=no', '--keep-unit', '--private-network', '--boot'],
    { stdio: 'ignore' },
  );
  const inside = await booted(container);
  const [command = '', ...words] = inside;
  return {
    root,
    inside,
    stop: async () => {
      const ended = once(container, 'exit');
      spawnSync(command, [...words, 'systemctl', '--no-block', 'poweroff']);
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
};
