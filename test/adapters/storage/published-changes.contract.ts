// What a console's store publishes: each change once, in order, to its own process and to the others on its database.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it, vi } from 'vitest';
import type {
  ChangedSection,
  ChangeEvent,
  ConsoleStore,
  HistoryEntry,
} from '../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { Operator } from '../../../domain/console/operator.js';
import { failure } from '../../../domain/failure.js';

const historyEntry: HistoryEntry = { time: 1, operator: 'admin', action: 'test', summary: 'did it' };

const entry = (id: string) => ({
  studio: { id, name: id },
  keyHash: 'key',
  appliedVersion: null,
  configuration: { ...defaultConfiguration(id), version: 1 },
});

const admin: Operator = { username: 'admin', role: 'admin', studioRoles: {}, disabled: false, password: null };

const session = (keyHash: string) => ({
  ...{ id: `id-${keyHash}`, keyHash, username: 'admin', expiresAt: 1_000, createdAt: 1, lastUsedAt: 1 },
  ...{ address: 'fd00::1', browser: 'Firefox' },
});

const status = { health: 'ok' as const, alarms: [], furtherAlarms: 0, studioFileIssues: [], time: 7 };
const applied = { appliedVersion: 1, refusal: null, service: null, time: 6 };
const refused = E.left(failure('conflict', 'no'));
const call = { device: 'one', time: 1, address: '10.0.0.1' };

const of = (studioId: string | null, section: ChangedSection): ChangeEvent => ({ studioId, section });
const report = (studioId: string): ChangeEvent => ({ studioId, section: 'studio', isReport: true });

type Step = readonly [change: (store: ConsoleStore) => Promise<unknown>, ...published: readonly ChangeEvent[]];

/** Each kind of change, one after the other, with what it publishes. */
const steps: Readonly<Record<string, Step>> = {
  'a studio that is added': [(store) => store.addStudio(entry('a'), historyEntry), of('a', 'studio')],
  'a further studio': [(store) => store.addStudio(entry('b'), historyEntry), of('b', 'studio')],
  'a studio that exists already': [(store) => store.addStudio(entry('a'), historyEntry)],
  'a new name': [(store) => store.renameStudio('a', 'A', historyEntry), of('a', 'studio')],
  'what a service has changed': [(store) => store.recordChange('a', historyEntry), of('a', 'studio')],
  'a configuration': [
    (store) =>
      store.change('a', ({ configuration }) =>
        E.right({ configuration: { ...configuration, version: 2 }, section: 'access', historyEntry }),
      ),
    of('a', 'access'),
  ],
  'a configuration that is the same': [
    (store) => store.change('a', ({ configuration }) => E.right({ configuration, section: 'access', historyEntry })),
  ],
  'a refused change of a configuration': [(store) => store.change('a', () => refused)],
  keys: [(store) => store.changeKeys('a', () => ({ keyHash: 'new' }), historyEntry), of('a', 'studio')],
  'keys that are the same': [(store) => store.changeKeys('a', (keys) => keys, historyEntry)],
  labels: [(store) => store.changeLabels('a', () => E.right({ labels: ['van'], historyEntry })), of('a', 'studio')],
  'refused labels': [(store) => store.changeLabels('a', () => refused)],
  'an applied version': [(store) => store.setApplied('a', applied), report('a')],
  'a status of a service': [(store) => store.setServiceStatus('a', status), report('a')],
  'a status of an unknown studio': [(store) => store.setServiceStatus('nobody', status)],
  'services that connect': [(store) => store.reportConnected(['a', 'b'], [], 5), report('a'), report('b')],
  'a service that disconnects': [(store) => store.reportConnected([], ['b'], 7), report('b')],
  'a service that connects while another disconnects': [
    (store) => store.reportConnected(['b'], ['a'], 8),
    report('b'),
    report('a'),
  ],
  'last calls': [(store) => store.addReport('a', { lastCalls: [call], refusals: null }), of('a', 'devices')],
  'refused callers': [
    (store) => store.addReport('a', { lastCalls: [], refusals: { id: 'one', callers: [] } }),
    of('a', 'refused'),
  ],
  both: [
    (store) => store.addReport('a', { lastCalls: [call], refusals: { id: 'two', callers: [] } }),
    of('a', 'devices'),
    of('a', 'refused'),
  ],
  'an empty report': [(store) => store.addReport('a', { lastCalls: [], refusals: null })],
  'refused callers that are cleared': [(store) => store.clearRefusedCallers('a', historyEntry), of('a', 'refused')],
  'those of an unknown studio': [(store) => store.clearRefusedCallers('nobody', historyEntry)],
  operators: [
    (store) => store.changeOperators(() => E.right({ operators: [admin], historyEntry })),
    of(null, 'operators'),
  ],
  'a refused change of operators': [(store) => store.changeOperators(() => refused)],
  'API tokens': [(store) => store.changeApiTokens(() => E.right({ tokens: [], historyEntry })), of(null, 'operators')],
  'a refused change of API tokens': [(store) => store.changeApiTokens(() => refused)],
  'a use of an API token': [(store) => store.useApiToken('one', { time: 1, address: '10.0.0.1' })],
  webhooks: [(store) => store.changeWebhooks(() => E.right({ webhooks: [], historyEntry })), of(null, 'operators')],
  'a refused change of webhooks': [(store) => store.changeWebhooks(() => refused)],
  'the trouble of a webhook': [(store) => store.setWebhookTrouble('one', null), of(null, 'operators')],
  'a session': [(store) => store.addSession(session('one'), 1)],
  'a session that ends another': [(store) => store.addSession(session('two'), 1), of(null, 'sessions')],
  'sessions that end': [(store) => store.removeSessions(['two']), of(null, 'sessions')],
  'a studio that is removed': [(store) => store.removeStudio('a', historyEntry), of('a', 'studio')],
  'a studio that is removed again': [(store) => store.removeStudio('a', historyEntry)],
};

/** What a process received, without hints that something may have been lost. */
const record = (store: ConsoleStore): ChangeEvent[] => {
  const received: ChangeEvent[] = [];
  store.watch((event) => {
    if (event !== 'unknown') received.push(event);
  });
  return received;
};

/**
 * Runs the suite on the stores of processes that share an empty database; the first one makes the changes. Closes none of
 * them.
 */
export const publishedChanges = (
  name: string,
  open: () => Promise<readonly [ConsoleStore, ...ConsoleStore[]]>,
): void => {
  describe(`the console's store, ${name}`, () => {
    it('publishes each change once, in order, and nothing that was not changed', async () => {
      const stores = await open();
      const received = stores.map(record);
      const published: ChangeEvent[] = [];
      for (const [change, ...events] of Object.values(steps)) {
        await change(stores[0]);
        published.push(...events);
        expect(received[0]).toEqual(published);
      }
      await vi.waitFor(() => {
        for (const events of received) expect(events).toEqual(published);
      });
      await Promise.all(stores.map((store) => store.close()));
    });
  });
};
