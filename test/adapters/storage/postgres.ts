// Starts a PostgreSQL server for tests, in a temporary folder. Tests are skipped with a message if it isn't installed.
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
import type { CertificateFiles } from '../../application/console/authority.js';
import { freePort } from '../../support/loopback.js';

const debian = '/usr/lib/postgresql';

/** Returns the folder of the newest server's programs, or `undefined`. */
const programs = (): string | undefined => {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(debian, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
};

/** Returns why tests with PostgreSQL can't run here, or `undefined` if they can; throws in CI. */
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

/** The user of the server, which refuses to run as root. */
const serverUser = (): User | undefined =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** A running server. */
export interface Postgres {
  /** Creates an empty database; returns its `DATABASE_URL`. */
  readonly database: () => Promise<string>;
  /** Ends the server suddenly, even if it is frozen. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly remove: () => Promise<void>;
}

/** The TCP address of the server, and the command prefix to run programs there. */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
  readonly inside: readonly string[];
}

/** Returns an address on loopback with a free port. */
export const onLoopback = async (): Promise<ListenAddress> => ({
  address: '127.0.0.1',
  port: await freePort(),
  inside: [],
});

/** The options of a server. */
export interface PostgresOptions {
  /** Default: a Unix socket only. */
  readonly place?: ListenAddress;
  /** Enables TLS, and requires it from the network. */
  readonly certificate?: CertificateFiles;
  /** Whether commits wait for the disk. Default: false. */
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
    if (left === 0) throw new Error('PostgreSQL did not start');
    await pause(50);
  }
};

/** Copies the certificate and key into the server's folder, owned by its user; returns the settings for TLS. */
const installCertificate = (
  data: string,
  { cert, key }: CertificateFiles,
  user: User | undefined,
): readonly string[] => {
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

/** A locale whose order of texts differs from that of their octets: statements must request the latter. */
const anotherOrder = ['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=en'];

/** Starts a server. */
export const startPostgres = async ({ place, certificate, isDurable }: PostgresOptions = {}): Promise<Postgres> => {
  const bin = programs() ?? '';
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'console-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'console', '-A', 'trust', '--no-sync', ...anotherOrder], {
    stdio: 'ignore',
    cwd: folder,
    ...user,
  });
  const socketUrl = (name: string): string => `postgres://console@/${name}?host=${encodeURIComponent(folder)}`;
  const urlOf = (name: string): string =>
    place === undefined ? socketUrl(name) : `postgres://console@${place.address}:${String(place.port)}/${name}`;
  // Accepts only hosts of the test network.
  const network = `${certificate === undefined ? 'host' : 'hostssl'} all all samenet trust\n`;
  writeFileSync(join(data, 'pg_hba.conf'), `local all all trust\n${place === undefined ? '' : network}`);
  const encrypting = certificate === undefined ? [] : installCertificate(data, certificate, user);
  let running: ChildProcess;
  let made = 0;

  const listening = place === undefined ? ['-h', ''] : ['-h', place.address, '-p', String(place.port)];
  const start = async (): Promise<void> => {
    const withoutSync = isDurable === true ? [] : ['-F'];
    const settings = [...listening, ...withoutSync, ...encrypting, '-c', 'max_connections=50'];
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

  /** SIGQUIT is the immediate shutdown, without cleanup; SIGKILL would leave child processes. */
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
