// How much the embedded database keeps: the oldest is removed first, and nothing of anybody else.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  maxFailedAddresses,
  maxRemovedHistoryEntries,
  maxRemovedStudios,
  pruneFailuresEvery,
} from '../../../../adapters/storage/console-rows.js';
import { sqliteStore } from '../../../../adapters/storage/sqlite/console-store.js';
import { inMemory, openSqlite } from '../../../../adapters/storage/sqlite/database.js';
import {
  maxHistoryEntries,
  type ConsoleStore,
  type HistoryEntry,
} from '../../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { addFailure, noFailures } from '../../../../domain/access/sign-in-delay.js';

let opened: ReturnType<typeof openSqlite>;
let store: ConsoleStore;
beforeEach(() => {
  opened = openSqlite(inMemory);
  store = sqliteStore(opened);
});
afterEach(() => store.close());

const historyEntry: HistoryEntry = { time: 1, operator: 'admin', action: 'test', summary: 'new' };
const entry = (id: string) => ({
  studio: { id, name: id },
  keyHash: null,
  configuration: defaultConfiguration(id),
  appliedVersion: null,
});

/** Executes a statement for each number `n` from 1. */
const forEachNumber = (count: number, statement: string): void => {
  const numbers = `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT ${String(count)})`;
  opened.database.exec(`${numbers} ${statement}`);
};

const addEntries = (count: number, studioId: string): void => {
  forEachNumber(
    count,
    `INSERT INTO notes (studio_id, time_ms, operator, action, summary) SELECT ${studioId}, n, 'x', 'x', n FROM numbers`,
  );
};

const rows = (condition: string) =>
  Number(opened.database.prepare(`SELECT count(*) AS n FROM notes WHERE ${condition}`).get()?.['n']);

const summaries = (condition: string) =>
  opened.database.prepare(`SELECT min(id) AS id, summary FROM notes WHERE ${condition}`).get()?.['summary'];

describe('the history', () => {
  it.each([
    ['of a studio', "'a'", () => store.renameStudio('a', 'A', historyEntry)],
    ['of the console', 'NULL', () => store.changeOperators(() => E.right({ operators: [], historyEntry }))],
  ])('%s has its newest entries', async (_, studioId, change) => {
    await store.addStudio(entry('a'), historyEntry);
    opened.database.exec('DELETE FROM notes');
    for (const id of ["'a'", 'NULL']) addEntries(maxHistoryEntries, id);
    await change();
    expect(rows(`studio_id IS ${studioId}`)).toBe(maxHistoryEntries);
    expect(summaries(`studio_id IS ${studioId}`)).toBe('2');
    expect(rows('true')).toBe(2 * maxHistoryEntries);
  });

  it('of removed studios has the newest entries of all of them', async () => {
    await store.addStudio(entry('a'), historyEntry);
    opened.database.exec('DELETE FROM notes');
    addEntries(maxRemovedHistoryEntries, "'removed ' || (n % 20)");
    await store.addStudio(entry('b'), historyEntry);
    await store.removeStudio('a', historyEntry);
    expect(rows("studio_id <> 'b'")).toBe(100_000);
    expect(summaries("studio_id <> 'b'")).toBe('2');
    expect(rows("studio_id = 'b'")).toBe(1);
  });

  it('lists as many removed studios as it names, the last removed first', async () => {
    addEntries(maxRemovedStudios + 1, "'removed ' || n");
    const removed = await store.removedStudios();
    expect(removed).toHaveLength(1_000);
    expect([removed[0]?.id, removed.at(-1)?.id]).toEqual([`removed ${String(maxRemovedStudios + 1)}`, 'removed 2']);
  });
});

it('known addresses are limited, the oldest first, and apart from those of failures', async () => {
  await store.changeFailures('failed', (failures) => addFailure(failures, 1));
  forEachNumber(
    maxFailedAddresses,
    `INSERT INTO failed_sign_ins (address, count, last_ms, forgiven_at_ms) SELECT 'known ' || n, 0, NULL, n FROM numbers`,
  );
  for (let at = 1; at < pruneFailuresEvery; at += 1)
    await store.changeFailures('newest', () => ({ ...noFailures, forgivenAt: maxFailedAddresses + at }));
  expect(await store.changeFailures('known 1', (before) => before)).toEqual(noFailures);
  expect(await store.changeFailures('known 2', (before) => before)).toEqual({ ...noFailures, forgivenAt: 2 });
  expect((await store.changeFailures('failed', (before) => before)).count).toBe(1);
});
