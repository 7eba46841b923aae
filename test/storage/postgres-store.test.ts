// PostgreSQL: the contract, and what is its own affair: several consoles at once, and a database that goes away.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/storage/postgres/console-store.js';
import { openPostgres } from '../../adapters/storage/postgres/database.js';
import { migratePostgres, postgresMigrations } from '../../adapters/storage/postgres/schema.js';
import type { FeedMessage } from '../../application/console/changes/feed-messages.js';
import { changeFeed } from '../../application/console/changes/change-feed.js';
import {
  StoreUnavailable,
  type ConsoleStore,
  type ChangeEvent,
  type HistoryEntry,
} from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { noFailures, addFailure } from '../../domain/console/sign-in-delay.js';
import { authority, type Authority } from '../console/authority.js';
import { readableLog } from '../console/readable-log.js';
import { consoleStoreContract } from './console-store.contract.js';
import { missingPostgres, onLoopback, startPostgres, type Postgres } from './postgres.js';

const missing = missingPostgres();
const note: HistoryEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
const entry = (id: string) => ({
  ...{ studio: { id, name: id }, keyHash: 'key', appliedVersion: null },
  configuration: { ...defaultConfiguration(id), version: 1 },
});
const soon = { timeout: 15_000, interval: 20 };

describe.skipIf(missing !== undefined)('PostgreSQL', () => {
  let postgres: Postgres;
  const open = async (url: string): Promise<ConsoleStore> => openPostgresStore(url, readableLog());

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  consoleStoreContract('in PostgreSQL', async () => open(await postgres.database()));

  describe('two consoles', () => {
    let url: string;
    let one: ConsoleStore;
    let other: ConsoleStore;
    let heard: ChangeEvent[];

    beforeEach(async () => {
      url = await postgres.database();
      // Both at once: neither may stumble over the other's migration.
      [one, other] = await Promise.all([open(url), open(url)]);
      await one.addStudio(entry('a'), note);
      heard = [];
      other.watch((happening) => void heard.push(happening));
    });
    afterEach(() => Promise.all([one.close(), other.close()]));

    const hears = (happening: ChangeEvent) =>
      vi.waitFor(() => {
        expect(heard).toContainEqual(happening);
      }, soon);
    const connected = async (store: ConsoleStore) => (await store.syncStatuses(['a']))[0]?.connected;

    it('hear of each other’s changes', async () => {
      await one.change('a', ({ configuration }) =>
        E.right({ configuration: { ...configuration, version: 2 }, section: 'access', note }),
      );
      await hears({ studioId: 'a', section: 'access' });
      expect((await other.studio('a'))?.configuration.version).toBe(2);
    });

    it('lose no change that both make at the same time', async () => {
      const next = (store: ConsoleStore) =>
        store.change('a', ({ configuration }) =>
          E.right({ configuration: { ...configuration, version: configuration.version + 1 }, section: 'access', note }),
        );
      await Promise.all(Array.from({ length: 40 }, (_, place) => next(place % 2 === 0 ? one : other)));
      expect((await one.studio('a'))?.configuration.version).toBe(41);
    });

    it('count failed sign-ins together', async () => {
      const fail = (store: ConsoleStore) => store.changeFailures('x', (failed) => addFailure(failed, 1_000));
      await Promise.all(Array.from({ length: 20 }, (_, place) => fail(place % 2 === 0 ? one : other)));
      expect(await one.changeFailures('x', (failed) => failed)).toEqual({ ...noFailures, count: 20, last: 1_000 });
    });

    it('know which services are connected to either, until both have lost them', async () => {
      await one.reportConnected(['a'], []);
      await hears({ studioId: 'a', section: 'studio' });
      expect(await connected(other)).toBe(true);
      await other.reportConnected(['a'], []);
      await one.reportConnected([], ['a']);
      expect(await connected(one)).toBe(true);
      await other.reportConnected([], ['a']);
      expect(await connected(one)).toBe(false);
    });

    it('forget the connections of one that has stopped, or that lets its lease lapse', async () => {
      await one.reportConnected(['a'], []);
      await one.close();
      expect(await connected(other)).toBe(false);
      one = await open(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("INSERT INTO consoles VALUES ('killed', now() + interval '1 second')");
      await client.query("INSERT INTO connections VALUES ('a', 'killed')");
      await client.end();
      expect(await connected(other)).toBe(true);
      heard.splice(0);
      await hears({ studioId: 'a', section: 'studio' });
      expect(await connected(other)).toBe(false);
    });

    it('outlive the database’s absence, and look for what they may have missed', async () => {
      await one.reportConnected(['a'], []);
      await postgres.kill();
      await expect(one.studio('a')).rejects.toThrow(StoreUnavailable);
      await expect(one.addStudio(entry('b'), note)).rejects.toThrow(StoreUnavailable);
      await expect(one.reportConnected([], ['a'])).rejects.toThrow(StoreUnavailable);
      heard.splice(0);
      await postgres.start();
      await hears('anything');
      await vi.waitFor(async () => {
        expect(await connected(one)).toBe(false);
      }, soon);
      expect(await one.addStudio(entry('b'), note)).toBe(true);
      await hears({ studioId: 'b', section: 'studio' });
    });

    it('tell operators who watch what was changed while notices did not come', async () => {
      const news: FeedMessage[] = [];
      const nothing = (): void => undefined;
      changeFeed({ store: other, log: readableLog() }).subscribe({
        ...{ send: (piece) => void news.push(piece), recheck: nothing, end: nothing },
      });
      await vi.waitFor(() => {
        expect(news).toHaveLength(1);
      }, soon);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const deaf = await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
      );
      expect(deaf.rowCount).toBe(2);
      await client.end();
      await one.addReport('a', { lastCalls: [], refusals: { id: 'one', callers: [] } });
      await vi.waitFor(() => {
        expect(news).toContainEqual({ event: 'changed', data: { studioId: 'a', section: 'refused' } });
      }, soon);
      expect(heard).not.toContainEqual({ studioId: 'a', section: 'refused' });
    });

    it('outlive a connection that breaks in the midst of a transaction', async () => {
      const database = openPostgres(url, readableLog());
      const broken = database.transaction(async (query) => {
        await query('SELECT 1');
        await postgres.kill();
        await new Promise((resolve) => setImmediate(resolve));
        await query('SELECT 1');
      });
      await expect(broken).rejects.toThrow(StoreUnavailable);
      await postgres.start();
      await vi.waitFor(async () => {
        expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      }, soon);
      await database.end();
    });

    it('wait for no answer of a database that is frozen', async () => {
      await one.studio('a');
      postgres.freeze();
      await expect(openPostgresStore(url, readableLog())).rejects.toThrow(StoreUnavailable);
      postgres.thaw();
      await vi.waitFor(async () => {
        expect((await one.studio('a'))?.studio.id).toBe('a');
      }, soon);
    });
  });

  describe('over TLS', () => {
    let folder: string;
    let vouching: Authority;
    let encrypted: Postgres;
    let url: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
      vouching = authority(folder);
      const certificate = vouching.certify('postgres', 'IP:127.0.0.1');
      encrypted = await startPostgres({ place: await onLoopback(), certificate });
      url = await encrypted.database();
    });
    afterAll(async () => {
      await encrypted.remove();
      rmSync(folder, { recursive: true });
    });

    const trusting = (ca: string, at = url): string =>
      `${at}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;

    it('is spoken to, all of it encrypted, notices too, where an authority that is trusted vouches for it', async () => {
      const [one, other] = await Promise.all([open(trusting(vouching.ca)), open(trusting(vouching.ca))]);
      const heard: ChangeEvent[] = [];
      other.watch((happening) => void heard.push(happening));
      await one.addStudio(entry('a'), note);
      await vi.waitFor(() => {
        expect(heard).toContainEqual({ studioId: 'a', section: 'studio' });
      }, soon);
      const database = openPostgres(trusting(vouching.ca), readableLog());
      const encryptions = `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'studio-control console'`;
      expect((await database.query(encryptions)).rows).toEqual([{ ssl: true }]);
      await Promise.all([one.close(), other.close(), database.end()]);
    });

    it('is told nothing where another authority vouches for it, or for another name, or where it speaks no TLS', async () => {
      const stranger = authority(mkdtempSync(join(folder, 'stranger-')));
      await expect(open(trusting(stranger.ca))).rejects.toThrow('certificate');
      await expect(open(trusting(vouching.ca, url.replace('127.0.0.1', 'localhost')))).rejects.toThrow('altnames');
      const clear = await startPostgres({ place: await onLoopback() });
      const inClear = await clear.database();
      await expect(open(trusting(vouching.ca, inClear))).rejects.toThrow('does not support SSL');
      await clear.remove();
    });

    it('takes nobody who comes in clear', async () => {
      await expect(open(url)).rejects.toThrow('no encryption');
    });
  });

  describe('the schema', () => {
    it('is brought on step by step, and stays at the last whole one when one fails', async () => {
      const database = openPostgres(await postgres.database(), readableLog());
      const version = async () => (await database.query('SELECT version FROM schema_version')).rows;
      await migratePostgres(database);
      await expect(
        migratePostgres(database, [
          ...postgresMigrations,
          'CREATE TABLE half (id text); CREATE TABLE studios (id text)',
        ]),
      ).rejects.toThrow('already exists');
      expect(await version()).toEqual([{ version: postgresMigrations.length }]);
      expect((await database.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
      await migratePostgres(database, [...postgresMigrations, 'CREATE TABLE more (id text)']);
      expect(await version()).toEqual([{ version: postgresMigrations.length + 1 }]);
      await expect(migratePostgres(database)).rejects.toThrow(
        `has schema version ${String(postgresMigrations.length + 1)}, this program knows up to ${String(postgresMigrations.length)}`,
      );
      await database.end();
    });
  });
});
