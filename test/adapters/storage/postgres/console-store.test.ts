// PostgreSQL: the contract suite, several consoles, outages of the database, TLS and migrations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { hashSecret } from '../../../../adapters/node/console-secrets.js';
import { oneTimeCodes } from '../../../../adapters/node/one-time-codes.js';
import { secretBox } from '../../../../adapters/node/secret-box.js';
import { openPostgresStore } from '../../../../adapters/storage/postgres/console-store.js';
import { openPostgres } from '../../../../adapters/storage/postgres/database.js';
import { migratePostgres, postgresMigrations } from '../../../../adapters/storage/postgres/schema.js';
import { sendSigned } from '../../../../adapters/webhooks/send-webhook.js';
import { ConsoleWebhooks } from '../../../../application/console/webhooks/console-webhooks.js';
import { sendSealed } from '../../../../application/console/webhooks/send-sealed.js';
import type { FeedMessage } from '../../../../application/console/changes/feed-messages.js';
import { codeChecker } from '../../../../application/console/sign-in/code-checker.js';
import { changeFeed } from '../../../../application/console/changes/change-feed.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import {
  StoreUnavailable,
  type ConsoleStore,
  type ChangeEvent,
  type HistoryEntry,
} from '../../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { consoleItself } from '../../../../domain/console/operator.js';
import { noFailures, addFailure } from '../../../../domain/access/sign-in-delay.js';
import { manualClock } from '../../../../simulator/clock.js';
import { certificateAuthority, type CertificateAuthority } from '../../../application/console/authority.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { consoleStoreContract, expectMigratedOperator } from '../console-store.contract.js';
import { publishedChanges } from '../published-changes.contract.js';
import {
  addConnected,
  alarmOf,
  box,
  defineWebhooks,
  statusWith,
  webhookTo,
} from '../../../application/console/webhooks/webhooks-bench.js';
import { startWebhookReceiver, type ReceiverFault } from '../../../support/webhook-receiver.js';
import { missingPostgres, onLoopback, startPostgres, type Postgres } from '../postgres.js';

const missing = missingPostgres();
const historyEntry: HistoryEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
const entry = (id: string) => ({
  studio: { id, name: id },
  keyHash: 'key',
  appliedVersion: null,
  configuration: { ...defaultConfiguration(id), version: 1 },
});
const eventually = { timeout: 15_000, interval: 20 };

describe.skipIf(missing !== undefined)('PostgreSQL', () => {
  let postgres: Postgres;
  const open = async (url: string): Promise<ConsoleStore> => openPostgresStore(url, memoryLog());

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  consoleStoreContract('in PostgreSQL', async () => open(await postgres.database()));
  publishedChanges('in PostgreSQL', async () => {
    const url = await postgres.database();
    return [await open(url), await open(url)];
  });

  describe('two consoles', () => {
    let url: string;
    let one: ConsoleStore;
    let other: ConsoleStore;
    let received: ChangeEvent[];

    it('@WEBHOOK-15 @WEBHOOK-16: one of them sends; the other takes over within 15 s after it was killed', async () => {
      const receiver = await startWebhookReceiver();
      onTestFinished(() => receiver.close());
      const faults: ReceiverFault[] = [
        'answers 500',
        'resets the connection',
        'answers 302',
        'answers what is no HTTP',
      ];
      receiver.behave(() => faults.shift());
      const clock = new SystemClock();
      const send = sendSigned({ now: Date.now, userAgent: 'test', isOwn: () => false });
      const start = (store: ConsoleStore) =>
        new ConsoleWebhooks({
          store,
          clock,
          send: sendSealed(send, box),
          hashSecret,
          log: memoryLog(),
          random: () => 0,
        });
      await addConnected(one, 'a', 'b');
      await defineWebhooks(other, webhookTo('w', { url: receiver.url }));
      const killed = start(one);
      await one.setServiceStatus('a', statusWith([alarmOf('one')]));
      const accepted = () => receiver.accepted.filter(({ isSigned }) => isSigned).map(({ body }) => body.type);
      await vi.waitFor(() => {
        expect(accepted()).toEqual(['alarm.raised']);
      }, eventually);
      expect(new Set(receiver.attempts.map(({ id }) => id)).size).toBe(1);
      expect(await other.holdWebhooks()).toBe(false);
      killed.stop();
      const restarted = start(other);
      onTestFinished(() => {
        restarted.stop();
      });
      await one.setServiceStatus('a', statusWith([]));
      await vi.waitFor(() => {
        expect(accepted()).toEqual(['alarm.raised', 'alarm.cleared']);
      }, eventually);
      restarted.stop();
      await other.close();
      expect(await one.holdWebhooks()).toBe(true);
      other = await open(url);
    });

    it('@SIGN-IN-3: accept the same code of a second factor only once, at the same time too', async () => {
      const clock = manualClock();
      const box = secretBox('a key for tests');
      const secret = oneTimeCodes.secret();
      const recoveryHashes = [hashSecret('ABCD')];
      const factor = { sealedSecret: box.seal(secret), lastStep: 0, recoveryHashes };
      const password = {
        method: 'scrypt',
        cost: 2,
        blockSize: 1,
        parallelization: 1,
        salt: 'eA==',
        hash: 'eA==',
      } as const;
      const operator = {
        ...({ username: 'admin', role: 'admin', studioRoles: {}, disabled: false, password } as const),
        secondFactor: factor,
      };
      const change = () => E.right({ operators: [operator], historyEntry });
      expect(E.isRight(await one.changeOperators(change))).toBe(true);
      const secondFactors = { policy: 'off', codes: oneTimeCodes, box } as const;
      const checks = [one, other].map((store) =>
        codeChecker({ store, clock, hashSecret, secondFactors, log: memoryLog() }),
      );
      const acceptedOf = async (code: string) =>
        (await Promise.all([...checks, ...checks, ...checks].map((check) => check(operator, code)))).filter(Boolean);
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      for (let step = 0; step < 10; step += 1) {
        expect(await acceptedOf(totp.generate({ timestamp: clock.now() }))).toEqual([true]);
        await clock.advance(30_000);
      }
      expect(await acceptedOf('ABCD')).toEqual([true]);
    });

    beforeEach(async () => {
      url = await postgres.database();
      // Both at the same time: their migrations must not conflict.
      [one, other] = await Promise.all([open(url), open(url)]);
      await one.addStudio(entry('a'), historyEntry);
      received = [];
      other.watch((event) => void received.push(event));
    });
    afterEach(() => Promise.all([one.close(), other.close()]));

    const receives = (event: ChangeEvent) =>
      vi.waitFor(() => {
        expect(received).toContainEqual(event);
      }, eventually);
    const connected = async (store: ConsoleStore) => (await store.syncStatuses(['a']))[0]?.connected;

    it('pass each other messages, also the longest', async () => {
      const messages: ConsoleMessage[] = [];
      const own: ConsoleMessage[] = [];
      const stop = other.messages.watch((message) => void messages.push(message));
      one.messages.watch((message) => void own.push(message));
      const watch = { kind: 'watch', topic: 'calls', studioId: 'a' } as const;
      const empty = JSON.stringify({ ...watch, from: '' }).length;
      const sent: ConsoleMessage = { ...watch, from: 'x'.repeat(one.messages.maxLength - empty) };
      await one.messages.send(sent);
      await vi.waitFor(() => {
        expect(messages).toEqual([sent]);
      }, eventually);
      void other.messages.send({ ...sent, kind: 'end-watch' });
      expect(messages.map(({ kind }) => kind)).toEqual(['watch', 'end-watch']);
      stop();
      await vi.waitFor(() => {
        expect(own.map(({ kind }) => kind)).toContain('end-watch');
      }, eventually);
      expect(own.map(({ kind }) => kind)).toEqual(['watch', 'end-watch']);
    });

    it('receive messages in the order in which they were sent, equal ones too', async () => {
      const messages: ConsoleMessage[] = [];
      other.messages.watch((message) => void messages.push(message));
      const sent = Array.from({ length: 300 }, (_, place): ConsoleMessage => {
        return {
          kind: place % 2 === 0 ? 'watch' : 'end-watch',
          topic: 'state',
          studioId: 'a',
          from: place < 150 ? 'x' : String(place),
        };
      });
      await Promise.all(sent.map(one.messages.send));
      await vi.waitFor(() => {
        expect(messages).toHaveLength(sent.length);
      }, eventually);
      expect(messages).toEqual(sent);
    });

    it('ignore notifications that no console sends', async () => {
      const messages: ConsoleMessage[] = [];
      other.messages.watch((message) => void messages.push(message));
      const database = openPostgres(url, memoryLog());
      const watched = { kind: 'watch', topic: 'calls', studioId: 'a', from: 'x' } as const;
      const ignored = [
        'no JSON',
        'null',
        '{"from":"x"}',
        '{"from":"x","told":{"studioId":7,"section":"access"}}',
        '{"from":"x","message":{"kind":"service","studioId":"a"}}',
        '{"from":"x","message":{"kind":"calls","studioId":"a","calls":null}}',
      ];
      for (const channel of ['studio_control', 'studio_control_messages'])
        for (const payload of ignored) await database.query('SELECT pg_notify($1, $2)', [channel, payload]);
      await database.end();
      await one.messages.send(watched);
      await vi.waitFor(() => {
        expect(messages).toEqual([watched]);
      }, eventually);
      expect(received.filter((event) => event !== 'unknown' && event.section !== 'studio')).toEqual([]);
    });

    it('receive each other’s changes', async () => {
      await one.change('a', ({ configuration }) =>
        E.right({ configuration: { ...configuration, version: 2 }, section: 'access', historyEntry }),
      );
      await receives({ studioId: 'a', section: 'access' });
      expect((await other.studio('a'))?.configuration.version).toBe(2);
    });

    it('lose no concurrent change', async () => {
      const next = (store: ConsoleStore) =>
        store.change('a', ({ configuration }) =>
          E.right({
            configuration: { ...configuration, version: configuration.version + 1 },
            section: 'access',
            historyEntry,
          }),
        );
      await Promise.all(Array.from({ length: 40 }, (_, place) => next(place % 2 === 0 ? one : other)));
      expect((await one.studio('a'))?.configuration.version).toBe(41);
    });

    it('count failed sign-ins together', async () => {
      const fail = (store: ConsoleStore) => store.changeFailures('x', (failed) => addFailure(failed, 1_000));
      await Promise.all(Array.from({ length: 20 }, (_, place) => fail(place % 2 === 0 ? one : other)));
      expect(await one.changeFailures('x', (failed) => failed)).toEqual({ ...noFailures, count: 20, last: 1_000 });
    });

    it('know the services that are connected to either of them', async () => {
      await one.reportConnected(['a'], [], 5);
      await receives({ studioId: 'a', section: 'studio', isReport: true });
      expect(await connected(other)).toBe(true);
      await other.reportConnected(['a'], [], 5);
      await one.reportConnected([], ['a'], 7);
      expect(await one.syncStatuses()).toMatchObject([{ connected: true, disconnectedAt: null }]);
      await other.reportConnected([], ['a'], 7);
      expect(await connected(one)).toBe(false);
    });

    it('drop the connections of a console that has stopped or whose lease has expired', async () => {
      await one.reportConnected(['a'], [], 5);
      await one.close();
      expect(await connected(other)).toBe(false);
      expect((await other.syncStatuses())[0]?.disconnectedAt).toBeGreaterThan(1_700_000_000_000);
      one = await open(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("INSERT INTO consoles VALUES ('killed', now() + interval '1 second')");
      await client.query("INSERT INTO connections VALUES ('a', 'killed')");
      await client.query('UPDATE studios SET disconnected_at_ms = NULL');
      const ends = "SELECT (extract(epoch FROM alive_until) * 1000)::bigint AS ms FROM consoles WHERE id = 'killed'";
      const leaseEnd = Number((await client.query<{ ms: string }>(ends)).rows[0]?.ms);
      await client.end();
      expect(await connected(other)).toBe(true);
      const stampBefore = (await other.statusStamps()).get('a');
      received.splice(0);
      await receives({ studioId: 'a', section: 'studio', isReport: true });
      expect(await connected(other)).toBe(false);
      expect(await other.syncStatuses()).toMatchObject([{ disconnectedAt: leaseEnd }]);
      expect((await other.statusStamps()).get('a')).not.toBe(stampBefore);
    });

    it('show a service as disconnected in its stamp as soon as the lease has expired', async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("INSERT INTO consoles VALUES ('killed', now() + interval '1 hour')");
      await client.query("INSERT INTO connections VALUES ('a', 'killed')");
      const connectedStamp = (await one.statusStamps()).get('a');
      await client.query("UPDATE consoles SET alive_until = now() - interval '1 second' WHERE id = 'killed'");
      expect((await one.statusStamps()).get('a')).not.toBe(connectedStamp);
      await client.end();
    });

    it('store a connection later that could not be stored at once', async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('ALTER TABLE connections ADD CONSTRAINT refused CHECK (false) NOT VALID');
      await expect(one.reportConnected(['a'], [], 5)).rejects.toThrow();
      await client.query('ALTER TABLE connections DROP CONSTRAINT refused');
      await client.end();
      await vi.waitFor(async () => {
        expect(await connected(other)).toBe(true);
      }, eventually);
    });

    it('store the same services at the same time, in any order', async () => {
      const ids = Array.from({ length: 50 }, (_, number) => `many-${String(number)}`);
      for (const id of ids) await one.addStudio(entry(id), historyEntry);
      for (let turn = 0; turn < 20; turn += 1) {
        await Promise.all([one.reportConnected(ids, [], 5), other.reportConnected([], ids.toReversed(), 6)]);
        await Promise.all([one.reportConnected([], ids.toReversed(), 7), other.reportConnected(ids, [], 8)]);
      }
      expect((await one.syncStatuses(ids)).every((status) => status.connected)).toBe(true);
    });

    it('survive an outage of the database, and publish an unknown change', async () => {
      await one.reportConnected(['a'], [], 5);
      await postgres.kill();
      await expect(one.studio('a')).rejects.toThrow(StoreUnavailable);
      await expect(one.addStudio(entry('b'), historyEntry)).rejects.toThrow(StoreUnavailable);
      await expect(one.reportConnected([], ['a'], 7)).rejects.toThrow(StoreUnavailable);
      received.splice(0);
      await postgres.start();
      await receives('unknown');
      await vi.waitFor(async () => {
        expect(await connected(one)).toBe(false);
      }, eventually);
      received.splice(0);
      expect(await one.addStudio(entry('b'), historyEntry)).toBe(true);
      // A connection that is lost once more, while the database starts, makes the change an unknown one.
      const announcesB = (event: ChangeEvent) => event === 'unknown' || event.studioId === 'b';
      await vi.waitFor(() => {
        expect(received.some(announcesB)).toBe(true);
      }, eventually);
    });

    it('publish an unknown change when they receive notifications again', async () => {
      // Without the regular check, which publishes one too.
      vi.useFakeTimers({ toFake: ['setInterval'] });
      const third = await open(url).finally(() => vi.useRealTimers());
      const events: ChangeEvent[] = [];
      third.watch((event) => void events.push(event));
      const database = openPostgres(url, memoryLog());
      await database.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
      await vi.waitFor(() => {
        expect(events).toContain('unknown');
      }, eventually);
      await Promise.all([third.close(), database.end()]);
    });

    it('send changes to subscribers even if notifications were lost', async () => {
      const messages: FeedMessage[] = [];
      const nothing = (): void => undefined;
      const currentOperator = () => Promise.resolve(consoleItself);
      const subscriber = { send: (message: FeedMessage) => void messages.push(message), currentOperator, end: nothing };
      changeFeed({ store: other, clock: manualClock(), log: memoryLog() }).subscribe(subscriber, consoleItself);
      await vi.waitFor(() => {
        expect(messages).toHaveLength(1);
      }, eventually);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const terminated = await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
      );
      expect(terminated.rowCount).toBe(2);
      await client.end();
      await one.addReport('a', { lastCalls: [], refusals: { id: 'one', callers: [] } });
      await vi.waitFor(() => {
        expect(messages).toContainEqual({ event: 'changed', data: { studioId: 'a', section: 'refused' } });
      }, eventually);
      expect(received).not.toContainEqual({ studioId: 'a', section: 'refused' });
    });

    it('survive a connection that breaks during a transaction', async () => {
      const database = openPostgres(url, memoryLog());
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
      }, eventually);
      await database.end();
    });

    it('take a database that accepts no writes for one that is not available', async () => {
      const readOnly = openPostgres(`${url}&options=-cdefault_transaction_read_only%3Don`, memoryLog());
      await expect(readOnly.query('CREATE TABLE refused (id text)')).rejects.toThrow(StoreUnavailable);
      await readOnly.end();
    });

    it('@CONSOLE-36: take a server whose disk is full for one that can not be written', async () => {
      const database = openPostgres(url, memoryLog());
      const refused = database.transaction((query) =>
        query("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$"),
      );
      await expect(refused).rejects.toThrow(/^the disk of the console's PostgreSQL server is full/);
      await database.end();
    });

    it('commit nothing of a transaction that has timed out', async () => {
      const database = openPostgres(url, memoryLog());
      let server = 0;
      const interrupted = database.transaction(async (query) => {
        const { rows } = await query("UPDATE studios SET name = 'interrupted' RETURNING pg_backend_pid() AS pid");
        server = Number(rows[0]?.['pid']);
        process.kill(server, 'SIGSTOP');
        await query('SELECT 1');
      });
      await expect(interrupted).rejects.toThrow(StoreUnavailable);
      process.kill(server, 'SIGCONT');
      await database.transaction((query) => query('SELECT 1'));
      expect((await database.query('SELECT name FROM studios')).rows).toEqual([{ name: 'a' }]);
      await database.end();
    });

    it('time out if the database is frozen', async () => {
      await one.studio('a');
      postgres.freeze();
      await expect(openPostgresStore(url, memoryLog())).rejects.toThrow(StoreUnavailable);
      postgres.thaw();
      await vi.waitFor(async () => {
        expect((await one.studio('a'))?.studio.id).toBe('a');
      }, eventually);
    });
  });

  describe('over TLS', () => {
    let folder: string;
    let issuer: CertificateAuthority;
    let encrypted: Postgres;
    let url: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'));
      issuer = certificateAuthority(folder);
      const certificate = issuer.issue('postgres', 'IP:127.0.0.1');
      encrypted = await startPostgres({ place: await onLoopback(), certificate });
      url = await encrypted.database();
    });
    afterAll(async () => {
      await encrypted.remove();
      rmSync(folder, { recursive: true });
    });

    const trusting = (ca: string, at = url): string =>
      `${at}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;

    it('is used for all connections, including notifications, with a trusted certificate', async () => {
      const [one, other] = await Promise.all([open(trusting(issuer.ca)), open(trusting(issuer.ca))]);
      const received: ChangeEvent[] = [];
      other.watch((event) => void received.push(event));
      await one.addStudio(entry('a'), historyEntry);
      await vi.waitFor(() => {
        expect(received).toContainEqual({ studioId: 'a', section: 'studio' });
      }, eventually);
      const database = openPostgres(trusting(issuer.ca), memoryLog());
      const encryptions = `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'studio-control console'`;
      expect((await database.query(encryptions)).rows).toEqual([{ ssl: true }]);
      await Promise.all([one.close(), other.close(), database.end()]);
    });

    it('rejects an untrusted certificate, another host name, and a server without TLS', async () => {
      const stranger = certificateAuthority(mkdtempSync(join(folder, 'stranger-')));
      await expect(open(trusting(stranger.ca))).rejects.toThrow('certificate');
      await expect(open(trusting(issuer.ca, url.replace('127.0.0.1', 'localhost')))).rejects.toThrow('altnames');
      const clear = await startPostgres({ place: await onLoopback() });
      const inClear = await clear.database();
      await expect(open(trusting(issuer.ca, inClear))).rejects.toThrow('does not support SSL');
      await clear.remove();
    });

    it('is required by the server', async () => {
      await expect(open(url)).rejects.toThrow('no encryption');
    });
  });

  describe('the schema', () => {
    it('keeps operators and sessions from before roles in single studios', async () => {
      const url = await postgres.database();
      const database = openPostgres(url, memoryLog());
      await migratePostgres(database, postgresMigrations.slice(0, 4));
      const stored = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 'eA==', hash: 'eA==' };
      await database.query("INSERT INTO operators VALUES ('vera', 'viewer', $1)", [JSON.stringify(stored)]);
      await database.query("INSERT INTO sessions VALUES ('one', 'vera', 5), ('two', 'vera', 6)");
      await database.end();
      await expectMigratedOperator(await open(url));
    });

    it('is migrated step by step, and stays at the last complete version when a migration fails', async () => {
      const database = openPostgres(await postgres.database(), memoryLog());
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
