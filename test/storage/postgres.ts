// A PostgreSQL of a test's own, from the machine's own packages, in a folder that goes with it. Skips loudly without.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { CertificateFiles } from '../console/authority.js';
import { freePort } from '../support/loopback.js';

const debian = '/usr/lib/postgresql';

/** Where the newest server's programs are; undefined where there is none. */
const programs = (): string | undefined => {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(debian, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
};

/** Why the suites that need a PostgreSQL can't run here; undefined where they can. In CI that is a failure. */
export const missingPostgres = (): string | undefined => {
  if (programs() !== undefined) return undefined;
  const reason = `no PostgreSQL under ${debian}: the suites that need one are NOT run (install "postgresql")`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`\n${reason}\n\n`);
  return reason;
};

interface User {
  readonly uid: number;
  readonly gid: number;
}

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** The server refuses to run as root. */
const server = (): User | undefined => (process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined);

/** A server. */
export interface Postgres {
  /** A new, empty database; told as a `DATABASE_URL`. */
  readonly database: () => Promise<string>;
  /** Ends it suddenly, as a power cut would; frozen or not. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly remove: () => Promise<void>;
}

/** Where it listens beside its socket in the folder, and what a command has to start with to run there. */
export interface Place {
  readonly address: string;
  readonly port: number;
  readonly inside: readonly string[];
}

/** A place on this machine's own loopback, at a port that is free. */
export const onLoopback = async (): Promise<Place> => ({ address: '127.0.0.1', port: await freePort(), inside: [] });

/** How a server is. */
export interface PostgresWishes {
  /** Left out: it is reached by its socket alone. */
  readonly place?: Place;
  /** Speaks TLS with this certificate, and takes nobody from the network who doesn't. */
  readonly certificate?: CertificateFiles;
  /** Whether it waits for the disk, as it does in production; tests needn't. */
  readonly isDurable?: boolean;
}

const isUp = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const waitUntilUp = async (url: string): Promise<void> => {
  for (let left = 600; !(await isUp(url)); left -= 1) {
    if (left === 0) throw new Error('PostgreSQL does not start');
    await pause(50);
  }
};

/** Has the server find its certificate in its folder; it insists on a key that is its own. Gives the settings for it. */
const certify = (data: string, { cert, key }: CertificateFiles, user: User | undefined): readonly string[] => {
  for (const [from, to] of [
    [cert, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(data, to));
    if (user !== undefined) chownSync(join(data, to), user.uid, user.gid);
    chmodSync(join(data, to), 0o600);
  }
  return ['-c', 'ssl=on'];
};

/** Starts a server. */
export const startPostgres = async ({ place, certificate, isDurable }: PostgresWishes = {}): Promise<Postgres> => {
  const bin = programs() ?? '';
  const user = server();
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'console', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...{ stdio: 'ignore', cwd: folder, ...user },
  });
  const socketUrl = (name: string): string => `postgres://console@/${name}?host=${encodeURIComponent(folder)}`;
  const urlOf = (name: string): string =>
    place === undefined ? socketUrl(name) : `postgres://console@${place.address}:${String(place.port)}/${name}`;
  // Nobody but the machines of the test's own network reaches it.
  const network = `${certificate === undefined ? 'host' : 'hostssl'} all all samenet trust\n`;
  writeFileSync(join(data, 'pg_hba.conf'), `local all all trust\n${place === undefined ? '' : network}`);
  const encrypting = certificate === undefined ? [] : certify(data, certificate, user);
  let running: ChildProcess;
  let made = 0;

  const listening = place === undefined ? ['-h', ''] : ['-h', place.address, '-p', String(place.port)];
  const start = async (): Promise<void> => {
    const hasty = isDurable === true ? [] : ['-F'];
    const settings = [...listening, ...hasty, ...encrypting, '-c', 'max_connections=50'];
    const words = [join(bin, 'postgres'), '-D', data, '-k', folder, ...settings];
    const asUser =
      user === undefined
        ? []
        : ['setpriv', `--reuid=${String(user.uid)}`, `--regid=${String(user.gid)}`, '--clear-groups'];
    const [command = '', ...args] = [...(place?.inside ?? []), ...asUser, ...words];
    running = spawn(command, args, { stdio: 'ignore', cwd: folder });
    await waitUntilUp(
      place === undefined ? socketUrl('postgres') : `${socketUrl('postgres')}&port=${String(place.port)}`,
    );
  };

  /** SIGQUIT is its immediate shutdown: nothing is tidied, and the next start recovers; SIGKILL would leave its children. */
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGCONT');
    running.kill('SIGQUIT');
    await ended;
  };

  await start();
  return {
    database: async () => {
      made += 1;
      const name = `test_${String(made)}`;
      const port = place === undefined ? '' : `&port=${String(place.port)}`;
      const client = new pg.Client({ connectionString: socketUrl('postgres') + port });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return urlOf(name);
    },
    kill,
    start,
    freeze: () => void running.kill('SIGSTOP'),
    thaw: () => void running.kill('SIGCONT'),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
