// The lease of a console process in PostgreSQL, when the process stops or a report fails during a renewal. The database is a
// list of statements.
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectedServices } from '../../../../adapters/storage/postgres/connected-services.js';
import type { Database, Query, QueryResult } from '../../../../adapters/storage/postgres/database.js';
import { memoryLog } from '../../../application/console/readable-log.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const renewal = 'UPDATE consoles';
const registration = 'INSERT INTO consoles';
const removal = 'DELETE FROM consoles';

/** A database that answers renewals when the test does. */
const listingDatabase = () => {
  const statements: string[] = [];
  let answer = (_count: number): void => undefined;
  const query: Query = (text) => {
    statements.push(text);
    if (!text.startsWith(renewal)) return Promise.resolve({ rows: [], count: 0 });
    return new Promise<QueryResult>((resolve) => {
      answer = (count) => {
        resolve({ rows: [], count });
      };
    });
  };
  const database: Database = { query, transaction: (task) => task(query), end: () => Promise.resolve() };
  return {
    database,
    statements,
    answer: (count: number): void => {
      answer(count);
    },
  };
};

it.each([0, 1])(
  'a renewal of %i leases that ends during the stop does not register the process again',
  async (count) => {
    const { database, statements, answer } = listingDatabase();
    const services = connectedServices({ database, consoleId: 'one', publish: () => undefined, log: memoryLog() });
    await services.start();
    vi.advanceTimersByTime(2_000);
    expect(statements.at(-1)).toContain(renewal);
    const stopped = services.stop();
    answer(count);
    await stopped;
    const lastOf = (start: string) => statements.findLastIndex((statement) => statement.startsWith(start));
    expect(lastOf(removal)).toBeGreaterThan(lastOf(registration));
    vi.advanceTimersByTime(60_000);
    expect(statements.filter((statement) => statement.startsWith(renewal))).toHaveLength(1);
  },
);

it('services whose report failed while the others were stored again are stored by the next renewal', async () => {
  const { database, answer } = listingDatabase();
  const registered: unknown[] = [];
  let isBlocked = false;
  const report = async (): Promise<void> => {
    isBlocked = true;
    await expect(services.reportConnected(['studio-1'], [], 0)).rejects.toThrow('deadlock');
    isBlocked = false;
  };
  const query: Query = async (text, values) => {
    if (text.startsWith('INSERT INTO connections') && registered.push(values?.[1]) === 2) await report();
    return database.query(text, values);
  };
  const transaction: Database['transaction'] = (task) =>
    isBlocked ? Promise.reject(new Error('deadlock')) : task(query);
  const failing: Database = { ...database, query, transaction };
  const services = connectedServices({
    database: failing,
    consoleId: 'one',
    publish: () => undefined,
    log: memoryLog(),
  });
  await services.start();
  for (const count of [0, 1]) {
    vi.advanceTimersByTime(2_000);
    answer(count);
    await turn();
  }
  expect(registered).toEqual([[], [], ['studio-1']]);
  await services.stop();
});

it('a registration that keeps failing is logged once', async () => {
  const { database, answer } = listingDatabase();
  const log = memoryLog();
  let isBlocked = false;
  const transaction: Database['transaction'] = (task) =>
    isBlocked ? Promise.reject(new Error('deadlock')) : database.transaction(task);
  const blockable: Database = { ...database, transaction };
  const services = connectedServices({ database: blockable, consoleId: 'one', publish: () => undefined, log });
  await services.start();
  isBlocked = true;
  for (let renewals = 0; renewals < 3; renewals += 1) {
    vi.advanceTimersByTime(2_000);
    answer(0);
    await turn();
  }
  expect(log.lines).toEqual(['the database can\'t be reached {"reason":"deadlock"}']);
  await services.stop();
});
