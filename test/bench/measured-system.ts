// Consoles and services to measure, each in a process of its own, over both databases, with and without TLS.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { certificateAuthority } from '../application/console/authority.js';
import { missingPostgres, onLoopback, startPostgres } from '../adapters/storage/postgres.js';
import { basic } from '../support/http-basic.js';

/** A combination to measure. */
export interface Choice {
  readonly database: 'sqlite' | 'postgres';
  /** Whether all connections use TLS: to the console, to its database, and from the service. */
  readonly tls: boolean;
}

/** Returns a choice as text. */
export const describeChoice = ({ database, tls }: Choice): string =>
  `${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${tls ? 'TLS' : 'no TLS'}`;

const databases = ['sqlite', 'postgres'] as const;

/** Returns the choices of the command line, `--database` and `--tls yes` or `no`; all by default. */
export const readChoices = (): readonly Choice[] => {
  const { values } = parseArgs({ options: { database: { type: 'string' }, tls: { type: 'string' } } });
  const chosen = databases.filter((database) => [undefined, database].includes(values.database as Choice['database']));
  const modes = [false, true].filter((tls) => [undefined, tls ? 'yes' : 'no'].includes(values.tls));
  if (chosen.length * modes.length === 0)
    throw new Error('expected --database sqlite or postgres, --tls yes or no, or neither');
  const possible = chosen.filter((database) => database === 'sqlite' || missingPostgres() === undefined);
  return possible.flatMap((database) => modes.map((tls) => ({ database, tls })));
};

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** The password of the operator `admin`. */
export const password = 'measurement only';

export { basic };

/** The headers of the operator's requests. */
export const operator = { authorization: basic('admin', password), 'content-type': 'application/json' };

/** A running program, and the URL that it listens on. */
export interface Program {
  readonly pid: number;
  readonly url: string;
}

/** A console with what is needed to start services for it. */
export interface MeasuredSystem {
  readonly console: Program;
  /** Settings of a server with the console's certificate; empty without TLS. */
  readonly certificate: Readonly<Record<string, string>>;
  /** Settings of a client that trusts the console's certificate; empty without TLS. */
  readonly trust: Readonly<Record<string, string>>;
  /** A folder for measurements; removed by `close`. */
  readonly folder: string;
  /** Starts a Node program. Resolves once it has printed its URL. */
  readonly start: (args: readonly string[], settings: Readonly<Record<string, string>>) => Promise<Program>;
  /** Adds a studio to the console. Returns its key. */
  readonly addStudio: (id: string) => Promise<string>;
  readonly startService: (id: string, key: string) => Promise<Program>;
  readonly close: () => Promise<void>;
}

const urlIn = (output: string): string | undefined => /https?:\S+/.exec(output)?.[0];

const starter =
  (children: ChildProcess[]): MeasuredSystem['start'] =>
  async (args, settings) => {
    const child = spawn(process.execPath, [...args], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let output = '';
    while (urlIn(output) === undefined) output += String(((await once(child.stdout, 'data')) as [Buffer])[0]);
    return { pid: child.pid ?? 0, url: urlIn(output) ?? '' };
  };

/** Returns the resident memory of a process, in MiB. */
export const memoryMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1_024;

/** Opens a durable database, with TLS if chosen. Returns the settings of the console that uses it. */
const openDatabase = async ({ database, tls }: Choice, { issue, ca }: ReturnType<typeof certificateAuthority>) => {
  if (database === 'sqlite') return { settings: {}, remove: () => Promise.resolve() };
  const place = await onLoopback();
  const certificate = tls ? { certificate: issue('postgres', 'IP:127.0.0.1') } : {};
  const postgres = await startPostgres({ place, isDurable: true, ...certificate });
  const query = tls ? `?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}` : '';
  return { settings: { DATABASE_URL: `${await postgres.database()}${query}` }, remove: postgres.remove };
};

const studioAdder =
  (url: string): MeasuredSystem['addStudio'] =>
  async (id) => {
    const body = JSON.stringify({ id, name: 'Studio' });
    const response = await fetch(`${url}/api/studios`, { method: 'POST', headers: operator, body });
    return ((await response.json()) as { key: string }).key;
  };

/** Starts a console with its database. This process trusts the console's certificate from then on. */
export const startSystem = async (choice: Choice): Promise<MeasuredSystem> => {
  const folder = mkdtempSync(join(tmpdir(), 'measured-system-'));
  const children: ChildProcess[] = [];
  const start = starter(children);
  const issuer = certificateAuthority(folder);
  const { cert, key } = issuer.issue('console', 'IP:127.0.0.1');
  const certificate: Record<string, string> = choice.tls ? { CONSOLE_TLS_CERT: cert, CONSOLE_TLS_KEY: key } : {};
  const trust: Record<string, string> = choice.tls ? { CONSOLE_CA: issuer.ca } : {};
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(issuer.ca, 'utf8')]);
  const database = await openDatabase(choice, issuer);
  const own = { CONSOLE_PORT: '0', CONSOLE_ADMIN_PASSWORD: password, DATA_DIR: join(folder, 'console') };
  const console = await start([main, 'console'], { ...own, ...certificate, ...database.settings });
  return {
    console,
    certificate,
    trust,
    folder,
    start,
    addStudio: studioAdder(console.url),
    startService: (id, studioKey) =>
      start([main, 'service'], {
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, id),
        CONSOLE_URL: console.url,
        STUDIO_KEY: studioKey,
        ...trust,
      }),
    close: async () => {
      for (const child of children) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await database.remove();
      rmSync(folder, { recursive: true });
    },
  };
};
