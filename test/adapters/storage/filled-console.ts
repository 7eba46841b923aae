// Fills a console's store with everything that a backup contains, and reads it again.
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleStore, HistoryEntry } from '../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { ApiTokens } from '../../../domain/console/api-token.js';
import type { Operator, PasswordHash } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import type { ConsoleWebhooks, OpenCondition } from '../../../domain/console/webhook.js';
import { panel } from '../../domain/fixtures.js';

const hash = (digit: string): string => digit.repeat(64);

const password: PasswordHash = {
  method: 'scrypt',
  cost: 2,
  blockSize: 1,
  parallelization: 1,
  salt: 'eA==',
  hash: 'eA==',
};

const entry = (time: number, summary: string): HistoryEntry => ({ time, operator: 'vera', action: 'test', summary });

const operators: readonly Operator[] = [
  {
    username: 'admin',
    role: 'admin',
    studioRoles: {},
    disabled: false,
    password,
    mustChangePassword: true,
    invitation: { tokenHash: hash('9'), expiresAt: 2 ** 41 },
  },
  {
    username: 'olga',
    role: null,
    studioRoles: { a: 'operator', b: 'viewer' },
    disabled: true,
    password,
    secondFactor: { sealedSecret: '1.sealed', lastStep: 7, recoveryHashes: [hash('1'), hash('2')] },
  },
  {
    username: 'pia@example.org',
    role: 'viewer',
    studioRoles: {},
    disabled: false,
    password: null,
    identity: { issuer: 'https://login.example', subject: '12"3\u2028' },
  },
];

const token = { createdAt: 1_000, createdBy: 'admin', expiresAt: null, revokedAt: null, lastUse: null };
const apiTokens: ApiTokens = [
  { ...token, id: 'token-1', name: 'newsroom', tokenHash: hash('d'), role: null, studioRoles: { a: 'viewer' } },
  {
    ...token,
    id: 'token-2',
    name: 'old',
    tokenHash: hash('e'),
    role: 'admin',
    studioRoles: {},
    expiresAt: 2,
    revokedAt: 1,
  },
];

const webhooks: ConsoleWebhooks = [
  {
    id: 'webhook-2',
    name: 'News "🎬"',
    url: 'https://h.example/?k=1',
    studios: ['a'],
    events: ['studio.away'],
    sealedSecret: '1.s',
  },
  {
    id: 'webhook-1',
    name: 'all',
    url: 'http://h.example',
    studios: null,
    events: ['alarm.raised'],
    sealedSecret: '1.t',
  },
];

const away: OpenCondition = { studio: { id: 'a', name: 'A "🎬"' }, alarm: null, since: '2026-01-31T12:00:00.000Z' };

const addStudios = async (store: ConsoleStore): Promise<void> => {
  const configuration = { ...defaultConfiguration('a'), version: 1_700_000_000, devices: [panel] };
  const studio = { id: 'a', name: 'Studio "Ä" 🎬' };
  const keys = { keyHash: hash('a'), oldKey: { hash: hash('b'), validUntil: 2 ** 41 } };
  await store.addStudio({ studio, ...keys, configuration, appliedVersion: null }, entry(1, 'added a'));
  await store.setApplied('a', {
    appliedVersion: 2 ** 48,
    refusal: { version: 1_700_000_000, reason: 'not\nnow', time: 5 },
    service: null,
    time: 6,
  });
  const other = { studio: { id: 'b', name: 'B' }, keyHash: null, configuration: defaultConfiguration('b') };
  await store.addStudio({ ...other, appliedVersion: 3 }, entry(2, 'added b'));
  const removed = { studio: { id: 'c', name: 'C' }, keyHash: null, configuration: defaultConfiguration('c') };
  await store.addStudio({ ...removed, appliedVersion: null }, entry(3, 'added c'));
  await store.removeStudio('c', entry(4, 'removed c'));
};

/** Fills a store that is empty. */
export const fillConsole = async (store: ConsoleStore): Promise<void> => {
  await addStudios(store);
  await store.changeOperators(() => E.right({ operators, historyEntry: entry(6, 'added operators') }));
  await store.saveConfiguredPassword(password);
  const historyOfTokens = { ...entry(6, 'added API tokens'), action: 'test.ignored' };
  await store.changeApiTokens(() => E.right({ tokens: apiTokens, historyEntry: historyOfTokens }));
  await store.changeWebhooks(() => E.right({ webhooks, historyEntry: historyOfTokens }));
  await store.storeAccepted([{ webhook: 'webhook-2', condition: away, isOpen: true }]);
  await store.useApiToken('token-1', { time: 1_200, address: 'fd00::1' });
  // A caller whose connection has ended has no address any more.
  await store.useApiToken('token-2', { time: 1_200, address: 'unknown' });
  await store.addReport('a', {
    lastCalls: [
      { device: 'panel', time: 1_000, address: '10.0.0.1', answer: { status: 424, error: 'ack_timeout' } },
      { device: 'panel', time: 900, address: 'fd00::1', oldToken: 2 },
    ],
    refusals: {
      id: 'batch-1',
      callers: [
        {
          address: '10.0.0.9',
          reason: 'unknown_token',
          count: 3,
          lastTime: 1_100,
          reasons: [{ reason: 'unknown_token', count: 2, lastTime: 1_100, forwarded: true }],
        },
      ],
    },
  });
  await store.addSession(
    {
      id: 'session',
      keyHash: hash('f'),
      username: 'admin',
      createdAt: 1,
      lastUsedAt: 1,
      expiresAt: 2 ** 40,
      address: '10.0.0.1',
      browser: 'Firefox',
    },
    10,
  );
  const after = { address: 'fd00::1', label: '🎬', expiresAt: null, place: 0 };
  const fields = [{ subject: 'access.listed', device: null, before: null, after, redacted: false }];
  const historyEntry = {
    ...entry(7, 'labels now "Köln", "🎬"'),
    action: 'test.ignored',
    subjects: ['access.listed'],
    fields,
  };
  const calls = [{ operation: 'station.take', with: {} }];
  const assertions = [{ name: 'Köln', who: { address: '10.0.0.9' }, rule: 'may_not', calls }] as const;
  await store.changeAssertions('a', () =>
    E.right({ assertions, historyEntry: { ...entry(6, 'now asserts "Köln"'), action: 'test.ignored' } }),
  );
  await store.changeLabels('a', () => E.right({ labels: ['Köln', '🎬'], historyEntry }));
};

/** Returns the content of a store that a backup contains, without history entries of some actions. */
export const contentOf = async (
  store: ConsoleStore,
  ignored: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>> & { readonly operators: Operators }> => {
  const reported = { appliedVersion: null, appliedAt: null, confirmedAt: null, refusal: null };
  const statuses = (await store.syncStatuses()).map((status) => ({ ...status, ...reported }));
  const studios = await Promise.all(
    [...statuses.map(({ studio }) => studio.id), 'c', null].map(async (id) => ({
      history: (await store.history(id, { limit: 1_000 })).filter(({ action }) => !ignored.includes(action)),
      ...(id === null
        ? {}
        : {
            entry: { ...(await store.studio(id)), appliedVersion: 'reported by the service' },
            lastCalls: await store.lastCalls(id),
            oldTokenCalls: await store.oldTokenCalls(id),
            refused: await store.refusedCallers(id),
          }),
    })),
  );
  return {
    statuses,
    studios,
    operators: await store.operators(),
    apiTokens: await store.apiTokens(),
    webhooks: await store.webhooks(),
    accepted: await store.acceptedConditions(),
    configuredPassword: await store.configuredPassword(),
    removed: await store.removedStudios(),
  };
};
