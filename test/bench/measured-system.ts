// Consoles and services to be measured, each a process of its own: over either database, encrypted or not.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { authority } from '../console/authority.js';
import { missingPostgres, onLoopback, startPostgres } from '../storage/postgres.js';

/** What is measured. */
export interface Choice {
  readonly database: 'sqlite' | 'postgres';
  /** Whether everything goes encrypted: to the console, to its database, and from the service. */
  readonly tls: boolean;
}

/** A choice as it is told. */
export const spellChoice = ({ database, tls }: Choice): string =>
  `${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${tls ? 'TLS' : 'no TLS'}`;

const databases = ['sqlite', 'postgres'] as const;

/** The choices of a command line, `--database` and `--tls yes` or `no`; all where nothing is told. */
export const readChoices = (): readonly Choice[] => {
  const { values } = parseArgs({ options: { database: { type: 'string' }, tls: { type: 'string' } } });
  const told = databases.filter((database) => [undefined, database].includes(values.database as Choice['database']));
  const ways = [false, true].filter((tls) => [undefined, tls ? 'yes' : 'no'].includes(values.tls));
  if (told.length * ways.length === 0)
    throw new Error('expected --database sqlite or postgres, --tls yes or no, or neither');
  const possible = told.filter((database) => database === 'sqlite' || missingPostgres() === undefined);
  return possible.flatMap((database) => ways.map((tls) => ({ database, tls })));
};

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** What the operator `admin` signs in with here. */
export const password = 'measurement only';

export const basic = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

/** The headers of the operator's requests. */
export const operator = { authorization: basic('admin', password), 'content-type': 'application/json' };

/** A program that runs, and where it says that it listens. */
export interface Program {
  readonly pid: number;
  readonly url: string;
}

/** A stage. */
export interface Stage {
  readonly console: Program;
  /** The settings that a program takes to speak as the console does; none where that is in clear. */
  readonly certificate: Readonly<Record<string, string>>;
  /** The settings that a program takes to believe the console. */
  readonly trust: Readonly<Record<string, string>>;
  /** For whatever is measured beside it; goes with the stage. */
  readonly folder: string;
  /** Starts a program; resolves once it has said its first line, which ends in its address. */
  readonly start: (words: readonly string[], settings: Readonly<Record<string, string>>) => Promise<Program>;
  /** Enters a studio; gives its key. */
  readonly enter: (id: string) => Promise<string>;
  readonly startService: (id: string, key: string) => Promise<Program>;
  readonly close: () => Promise<void>;
}

const addressIn = (said: string): string | undefined => /https?:\S+/.exec(said)?.[0];

const starter =
  (children: ChildProcess[]): Stage['start'] =>
  async (words, settings) => {
    const child = spawn(process.execPath, [...words], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let said = '';
    while (addressIn(said) === undefined) said += String(((await once(child.stdout, 'data')) as [Buffer])[0]);
    return { pid: child.pid ?? 0, url: addressIn(said) ?? '' };
  };

/** Memory that a process holds, MiB. */
export const memoryMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1_024;

/** A database as production has it, durable and encrypted as is chosen: the settings that lead to it. */
const openDatabase = async ({ database, tls }: Choice, { certify, ca }: ReturnType<typeof authority>) => {
  if (database === 'sqlite') return { settings: {}, remove: () => Promise.resolve() };
  const place = await onLoopback();
  const certificate = tls ? { certificate: certify('postgres', 'IP:127.0.0.1') } : {};
  const postgres = await startPostgres({ place, isDurable: true, ...certificate });
  const query = tls ? `?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}` : '';
  return { settings: { DATABASE_URL: `${await postgres.database()}${query}` }, remove: postgres.remove };
};

const entering =
  (url: string): Stage['enter'] =>
  async (id) => {
    const body = JSON.stringify({ id, name: 'Studio' });
    const entered = await fetch(`${url}/api/studios`, { method: 'POST', headers: operator, body });
    return ((await entered.json()) as { key: string }).key;
  };

/** Sets a stage up, with a console on it. This process believes the console from then on. */
export const setStage = async (choice: Choice): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'stage-'));
  const children: ChildProcess[] = [];
  const start = starter(children);
  const vouching = authority(folder);
  const { cert, key } = vouching.certify('console', 'IP:127.0.0.1');
  const certificate: Record<string, string> = choice.tls ? { CONSOLE_TLS_CERT: cert, CONSOLE_TLS_KEY: key } : {};
  const trust: Record<string, string> = choice.tls ? { CONSOLE_CA: vouching.ca } : {};
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(vouching.ca, 'utf8')]);
  const database = await openDatabase(choice, vouching);
  const own = { CONSOLE_PORT: '0', CONSOLE_ADMIN_PASSWORD: password, DATA_DIR: join(folder, 'console') };
  const console = await start([main, 'console'], { ...own, ...certificate, ...database.settings });
  return {
    ...{ console, certificate, trust, folder, start, enter: entering(console.url) },
    startService: (id, studioKey) =>
      start([main, 'service'], {
        ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, id), CONSOLE_URL: console.url },
        ...{ STUDIO_KEY: studioKey, ...trust },
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
