// The lease of a console process in PostgreSQL, when the process stops during a renewal. The database is a list of statements.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectedServices } from '../../adapters/storage/postgres/connected-services.js';
import type { Database, Query, QueryResult } from '../../adapters/storage/postgres/database.js';
import { memoryLog } from '../console/readable-log.js';

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
