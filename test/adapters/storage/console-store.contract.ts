// The contract suite of the console store.
import { maxFailedAddresses, pruneFailuresEvery } from '../../../adapters/storage/console-rows.js';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleItself } from '../../../domain/console/operator.js';
import { maxHistoryEntries, maxOwnHistoryEntries } from '../../../application/ports/console-store.js';
import type {
  AssertionsChange,
  ConfigurationChange,
  ConsoleStore,
  HistoryEntry,
  Session,
  StudioEntry,
} from '../../../application/ports/console-store.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import type { CallAnswer, RefusedCaller } from '../../../domain/access/report.js';
import type { TokenHash } from '../../../domain/access/token.js';
import type { ApiToken, ApiTokens } from '../../../domain/console/api-token.js';
import type { ConsoleWebhook, ConsoleWebhooks, OpenCondition } from '../../../domain/console/webhook.js';
import type { Operator, PasswordHash } from '../../../domain/console/operator.js';
import { noFailures, addFailure } from '../../../domain/access/sign-in-delay.js';
import type { Device } from '../../../domain/devices/device.js';
import { failure } from '../../../domain/failure.js';

const entry = (id: string): StudioEntry => ({
  studio: { id, name: `Studio ${id}` },
  keyHash: 'a'.repeat(64),
  configuration: { ...defaultConfiguration(id), version: 100 },
  appliedVersion: null,
});

const device: Device = {
  id: 'device-1',
  name: 'Panel "ü" \'; --',
  access: 'read_only',
  station: null,
  fixedAddress: 'fd00::1',
  panel: 'door',
  operations: [{ operation: 'signal.pulse', with: { id: 'door-lock' } }],
  features: ['signals'],
  expiresAt: '2021-03-01T12:00:00.000Z',
  state: 'active',
  tokenHash: 'b'.repeat(64) as TokenHash,
  issuedAt: '2026-03-01T12:00:00.000Z',
  tokenNumber: 2,
  oldToken: { tokenHash: 'c'.repeat(64) as TokenHash, state: 'active', endsAt: '2026-03-02T12:00:00.000Z' },
};

const password: PasswordHash = {
  method: 'scrypt',
  cost: 16,
  blockSize: 8,
  parallelization: 1,
  salt: 'c2FsdA==',
  hash: 'aGFzaA==',
};

const historyEntry: HistoryEntry = {
  time: 1_700_000_000_000,
  operator: 'admin',
  action: 'test.it',
  summary: 'did "it"; --',
};

/** Returns a change that applies `f` to the configuration. */
const to =
  (f: (configuration: AccessConfiguration) => AccessConfiguration): ConfigurationChange =>
  ({ configuration }) =>
    E.right({ configuration: f(configuration), section: 'devices', historyEntry });

const next = to((configuration) => ({ ...configuration, version: configuration.version + 1 }));

const admin: Operator = { username: 'admin', role: 'admin', studioRoles: {}, disabled: false, password };
const other: Operator = { username: 'other', role: 'viewer', studioRoles: {}, disabled: false, password };

const session = (keyHash: string, username: string, expiresAt = 1_000): Session => ({
  id: `id-${keyHash}`,
  keyHash,
  username,
  expiresAt,
  createdAt: 1_700_000_000_000,
  lastUsedAt: 500,
  address: 'fd00::1',
  browser: 'Firefox on Windows',
});

const apiToken = (name: string): ApiToken => ({
  ...{ id: name, name, tokenHash: `hash of ${name}`, role: 'operator', studioRoles: {} },
  ...{ createdAt: 1_000, createdBy: 'admin', expiresAt: null, revokedAt: null, lastUse: null },
});

const webhook = (id: string): ConsoleWebhook => ({
  ...{ id, name: `"${id}" 🎬`, url: 'https://hooks.example.com/secret', sealedSecret: '1.sealed' },
  ...{ studios: id === 'one' ? ['a'] : null, events: ['studio.away', 'alarm.raised'] },
});

/** Expects that a store migrated from before roles in single studios has the operator `vera` and both sessions. */
export const expectMigratedOperator = async (store: ConsoleStore): Promise<void> => {
  const [vera] = await store.operators();
  expect(vera).toMatchObject({ username: 'vera', role: 'viewer', studioRoles: {}, disabled: false });
  const sessions = await store.sessionsOf('vera');
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  for (const { createdAt, lastUsedAt } of sessions) {
    expect(createdAt).toBeGreaterThan(1_700_000_000_000);
    expect(lastUsedAt).toBe(createdAt);
  }
  await store.close();
};

/** Runs the suite on the stores that `open` creates, each of them empty. */
export const consoleStoreContract = (name: string, open: () => Promise<ConsoleStore>): void => {
  describe(`the console's store, ${name}`, () => {
    let store: ConsoleStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const makeTokens = (...tokens: ApiTokens) => store.changeApiTokens(() => E.right({ tokens, historyEntry }));
    const addStudios = async (...ids: readonly string[]): Promise<void> => {
      for (const id of ids) await store.addStudio(entry(id), historyEntry);
    };
    /** A test of a store that has the studio `a`. */
    const inStudio = (title: string, test: () => Promise<void>): void => {
      it(title, () => addStudios('a').then(test));
    };
    const enter = (...operators: readonly Operator[]) =>
      store.changeOperators(() => E.right({ operators, historyEntry }));

    it('begins empty', async () => {
      expect(await store.syncStatuses()).toEqual([]);
      expect(await store.studio('studio-1')).toBeUndefined();
      expect(await store.operators()).toEqual([]);
      expect(await store.operator('admin')).toBeUndefined();
      expect(await store.session('x')).toBeUndefined();
      expect(await store.history(null, { limit: 10 })).toEqual([]);
    });

    it('returns studios as they were added, ordered by id', async () => {
      expect(await store.addStudio(entry('b'), historyEntry)).toBe(true);
      expect(await store.addStudio(entry('a'), historyEntry)).toBe(true);
      expect((await store.syncStatuses()).map(({ studio }) => studio.id)).toEqual(['a', 'b']);
      expect((await store.syncStatuses(['b', 'nobody'])).map(({ studio }) => studio.id)).toEqual(['b']);
      expect(await store.syncStatuses([])).toEqual([]);
      expect(await store.studio('b')).toEqual(entry('b'));
    });

    it('returns the ids of studios in pages', async () => {
      for (const id of ['b', 'a-1', 'B', 'a.1']) await store.addStudio(entry(id), historyEntry);
      expect(await store.studioIds({ after: '', limit: Infinity })).toEqual(['B', 'a-1', 'a.1', 'b']);
      expect(await store.studioIds({ after: '', limit: 2 })).toEqual(['B', 'a-1']);
      expect(await store.studioIds({ after: 'a-1', limit: 2 })).toEqual(['a.1', 'b']);
      expect(await store.studioIds({ after: 'a-2', limit: 9 })).toEqual(['a.1', 'b']);
      expect(await store.studioIds({ after: 'b', limit: 2 })).toEqual([]);
    });

    it('returns studios with their configurations, and their revisions', async () => {
      for (const id of ['b', 'a']) await store.addStudio(entry(id), historyEntry);
      expect(await store.studios(['b', 'nobody'])).toEqual([entry('b')]);
      expect(await store.studios([])).toEqual([]);
      const { studio, keyHash } = entry('a');
      const revision = { studio, keyHash, desiredVersion: 100, reports: 0 };
      expect(await store.revisions()).toEqual([revision, { ...revision, studio: entry('b').studio }]);
      await store.change('a', next);
      await store.addReport('a', { lastCalls: [], refusals: null });
      expect(await store.revisions(['a', 'nobody'])).toEqual([{ ...revision, desiredVersion: 101, reports: 1 }]);
      expect(await store.revisions([])).toEqual([]);
    });

    it('returns stamps of studios, which differ after every change of their sync status', async () => {
      await addStudios('a', 'b');
      const service = { health: 'ok' as const, alarms: [], furtherAlarms: 0, studioFileIssues: [], time: 7 };
      const changes: readonly (() => Promise<unknown>)[] = [
        () => store.change('a', next),
        () => store.renameStudio('a', 'Another', historyEntry),
        () => store.changeLabels('a', () => E.right({ labels: ['van'], historyEntry })),
        () => store.changeKeys('a', (keys) => ({ ...keys, keyHash: 'new' }), historyEntry),
        () => store.reportConnected(['a'], [], 5),
        () => store.setApplied('a', { appliedVersion: 100, refusal: null, service: null, time: 6 }),
        () => store.setServiceStatus('a', service),
        () => store.addReport('a', { lastCalls: [], refusals: null }),
        () => store.reportConnected([], ['a'], 9),
      ];
      for (const change of changes) {
        const before = await store.statusStamps();
        await change();
        const after = await store.statusStamps();
        expect(after.get('a')).not.toBe(before.get('a'));
        expect(after.get('b')).toBe(before.get('b'));
      }
      await store.removeStudio('b', historyEntry);
      expect([...(await store.statusStamps()).keys()]).toEqual(['a']);
    });

    inStudio('returns the sync status of a studio', async () => {
      const refusal = { version: 100, reason: 'devices[0]: "no"', time: 5 };
      const alarm = {
        kind: 'macro_failed',
        subject: 'mac-1',
        message: 'no "camera"',
        raisedAt: '2026-01-31T12:00:00Z',
      };
      const issues = { furtherAlarms: 2, studioFileIssues: ['signals.0: wrong'] };
      const service = { health: 'degraded' as const, alarms: [alarm], ...issues, time: 7 };
      const { studio, keyHash } = entry('a');
      const own = { studio, keyHash, desiredVersion: 100, apiEnabled: true, labels: [] };
      const status = { ...own, connected: false, disconnectedAt: null, reports: 0 };
      const nothing = { appliedVersion: null, appliedAt: null, confirmedAt: null, refusal: null, service: null };
      expect(await store.syncStatuses()).toEqual([{ ...status, ...nothing }]);
      await store.setApplied('a', { appliedVersion: 99, refusal, service, time: 7 });
      const applied = { appliedVersion: 99, appliedAt: 7, confirmedAt: 7, refusal };
      expect(await store.syncStatuses()).toEqual([{ ...status, ...applied, service }]);
      await store.setServiceStatus('a', { ...service, health: 'ok', time: 8 });
      const [known] = await store.syncStatuses();
      expect(known).toEqual({ ...status, ...applied, confirmedAt: 8, service: { ...service, health: 'ok', time: 8 } });
      await store.setApplied('a', { appliedVersion: 2 ** 48, refusal: null, service: null, time: 2 ** 41 });
      const newest = { appliedVersion: 2 ** 48, appliedAt: 2 ** 41, confirmedAt: 2 ** 41 };
      expect(await store.syncStatuses()).toEqual([{ ...status, ...newest, refusal: null, service: null }]);
      expect((await store.studio('a'))?.appliedVersion).toBe(2 ** 48);
    });

    it.each([7, null])('keeps since when version %s is applied while it is confirmed again', async (appliedVersion) => {
      await store.addStudio(entry('a'), historyEntry);
      const apply = (version: number | null, time: number) =>
        store.setApplied('a', { appliedVersion: version, refusal: null, service: null, time });
      await apply(1, 4);
      await apply(appliedVersion, 5);
      await apply(appliedVersion, 6);
      expect(await store.syncStatuses()).toMatchObject([{ appliedVersion, appliedAt: 5, confirmedAt: 6 }]);
    });

    inStudio('returns what the service reports for the set-up of devices, apart from the sync status', async () => {
      expect(await store.panelTargets('a')).toBeNull();
      expect(await store.panelTargets('nobody')).toBeNull();
      const service = { health: 'ok' as const, alarms: [], furtherAlarms: 0, studioFileIssues: [], time: 7 };
      const panels = {
        urls: ['http://10.20.0.5:3002'],
        outputs: [{ slot: 'main', scenes: ['full'] }],
        clips: [{ number: 1, name: 'Opener' }],
        signals: ['red-light'],
        macros: [],
        further: 0,
      };
      await store.setServiceStatus('a', { ...service, panels });
      expect(await store.panelTargets('a')).toEqual(panels);
      expect((await store.syncStatuses())[0]?.service).toEqual(service);
      await store.setApplied('a', { appliedVersion: 1, refusal: null, service, time: 8 });
      expect(await store.panelTargets('a')).toBeNull();
    });

    it('returns the statuses of all studios beside one that contains half a surrogate pair', async () => {
      const service = { health: 'ok' as const, furtherAlarms: 0, studioFileIssues: [], time: 7 };
      const alarm = { kind: '\ud800', subject: 'a', message: 'a', raisedAt: '2026-01-31T12:00:00Z' };
      await addStudios('a', 'b');
      await store.setServiceStatus('a', { ...service, alarms: [alarm] });
      await store.setServiceStatus('b', { ...service, alarms: [] });
      expect((await store.syncStatuses()).map(({ service: shown }) => shown?.health)).toEqual(['ok', 'ok']);
      expect(await store.panelTargets('a')).toBeNull();
    });

    inStudio('returns whether the API is switched on', async () => {
      const off = to((before) => ({ ...before, version: 101, access: { ...before.access, apiEnabled: false } }));
      await store.change('a', off);
      expect(await store.syncStatuses()).toMatchObject([{ apiEnabled: false }]);
    });

    inStudio('replaces the labels of a studio', async () => {
      const change = (labels: readonly string[]) => (before: readonly string[]) =>
        E.right({ labels: [...before, ...labels], historyEntry });
      expect(await store.changeLabels('a', change(['Köln']))).toEqual(E.right(['Köln']));
      expect(await store.changeLabels('a', change(['van "1"']))).toEqual(E.right(['Köln', 'van "1"']));
      const refused = E.left({ code: 'changed_meanwhile', message: 'no' } as const);
      expect(await store.changeLabels('a', () => refused)).toEqual(refused);
      expect(await store.syncStatuses()).toMatchObject([{ labels: ['Köln', 'van "1"'] }]);
      expect(await store.history('a', { limit: 10 })).toHaveLength(3);
      expect(await store.history('a', { limit: 1 })).toMatchObject([{ version: 100 }]);
      expect(await store.changeLabels('nobody', change([]))).toBeUndefined();
    });

    inStudio('replaces what a studio asserts, with its configuration at hand', async () => {
      const assertions = [
        { name: 'Lock', who: { device: 'd' }, rule: 'may', calls: [{ operation: 'signal.pulse', with: { id: 'ä' } }] },
      ] as const;
      const seen: StudioEntry[] = [];
      const change: AssertionsChange = (entry) => {
        seen.push(entry);
        return E.right({ assertions, historyEntry });
      };
      expect(await store.changeAssertions('a', change)).toEqual(E.right(assertions));
      expect(await store.studio('a')).toMatchObject({ assertions });
      expect(await store.studios(['a'])).toMatchObject([{ assertions }]);
      await store.changeAssertions('a', (entry) => change(entry));
      expect(seen.map((entry) => [entry.configuration.version, entry.assertions])).toEqual([
        [100, undefined],
        [100, assertions],
      ]);
      const refused = E.left({ code: 'changed_meanwhile', message: 'no' } as const);
      expect(await store.changeAssertions('a', () => refused)).toEqual(refused);
      expect(await store.history('a', { limit: 10 })).toHaveLength(3);
      expect(await store.changeAssertions('nobody', change)).toBeUndefined();
    });

    it('returns what a history entry is about, and its fields, if they were recorded', async () => {
      const subjects = ['access.apiEnabled', 'access.listed.["10.0.0.1","Desk"]'];
      const fields = [
        { subject: 'access.apiEnabled', device: null, before: true, after: false, redacted: false },
        { subject: 'devices.x.features', device: '"ü"', before: [], after: ['signals'], redacted: true },
      ];
      await store.addStudio(entry('a'), historyEntry);
      await store.renameStudio('a', 'b', { ...historyEntry, subjects, fields });
      const [renamed, added] = await store.history('a', { limit: 10 });
      expect(renamed).toMatchObject({ subjects, fields });
      expect(added).not.toHaveProperty('subjects');
      expect(added).not.toHaveProperty('fields');
    });

    it('returns the history of an operator, a section, a device, and a time', async () => {
      await store.addStudio(entry('a'), { ...historyEntry, action: 'studio.add', summary: '0' });
      const add = (summary: string, changes: Partial<HistoryEntry>) =>
        store.renameStudio('a', 'A', { ...historyEntry, summary, ...changes });
      await add('1', { operator: 'Vera@example.org', action: 'access.set', time: 1 });
      await add('2', { action: 'change.restore', subjects: ['access.listed.["10.0.0.1","Desk"]'], time: 2 });
      await add('3', { action: 'device.change', subjects: ['devices.x.name', 'devices.xy.name'], time: 3 });
      await add('4', { action: 'device.revoke', subjects: ['devices.x'], time: 4 });
      await add('5', { action: 'device.add', subjects: ['devices.xy'], time: 5 });
      const listed = async (page: Partial<Parameters<ConsoleStore['history']>[1]>) =>
        (await store.history('a', { limit: 10, ...page })).map(({ summary }) => summary).join('');
      expect(await listed({})).toBe('543210');
      expect(await listed({ operator: 'vERA' })).toBe('1');
      expect(await listed({ operator: '%' })).toBe('');
      expect(await listed({ section: 'access' })).toBe('21');
      expect(await listed({ section: 'devices' })).toBe('543');
      expect(await listed({ section: 'studio' })).toBe('0');
      expect(await listed({ device: 'x' })).toBe('43');
      await add('6', { action: 'device.change-many', subjects: ['devices'], time: 6 });
      expect(await listed({ device: 'x' })).toBe('643');
      expect(await listed({ device: 'xyz' })).toBe('6');
      expect(await listed({ from: 2, to: 4 })).toBe('32');
      expect(await listed({ section: 'devices', limit: 1 })).toBe('6');
      const [newest] = await store.history('a', { limit: 1 });
      expect(await listed({ since: (newest?.id ?? 0) - 1 })).toBe('65');
    });

    inStudio('accepts an id once', async () => {
      expect(await store.addStudio({ ...entry('a'), keyHash: null }, historyEntry)).toBe(false);
      expect(await store.studio('a')).toEqual(entry('a'));
    });

    inStudio('records what a service has changed', async () => {
      expect(await store.recordChange('a', { ...historyEntry, summary: 'saved' })).toBe(true);
      expect(await store.history('a', { limit: 1 })).toMatchObject([{ summary: 'saved', version: 100 }]);
      expect(await store.recordChange('b', historyEntry)).toBe(false);
    });

    inStudio('renames studios, and removes them with all their data but their history', async () => {
      expect(await store.renameStudio('a', 'Another', historyEntry)).toBe(true);
      expect((await store.studio('a'))?.studio).toEqual({ id: 'a', name: 'Another' });
      expect(await store.removeStudio('a', { ...historyEntry, summary: 'removed' })).toBe(true);
      expect(await store.studio('a')).toBeUndefined();
      const ofStudio = [{ summary: 'removed', version: null }, { version: 100 }, { version: 100 }];
      expect(await store.history('a', { limit: 10 })).toMatchObject(ofStudio);
      expect(await store.history(null, { limit: 10 })).toMatchObject([{ summary: 'removed', version: null }]);
      expect(await store.renameStudio('a', 'x', historyEntry)).toBe(false);
      expect(await store.removeStudio('a', historyEntry)).toBe(false);
    });

    it('lists removed studios, the last removed first, until they are added again', async () => {
      await addStudios('a', 'b', 'c');
      for (const id of ['b', 'a']) await store.removeStudio(id, { ...historyEntry, time: 7 + historyEntry.time });
      const lastTime = historyEntry.time + 7;
      expect(await store.removedStudios()).toEqual([
        { id: 'a', lastTime },
        { id: 'b', lastTime },
      ]);
      await store.addStudio(entry('a'), historyEntry);
      expect(await store.removedStudios()).toEqual([{ id: 'b', lastTime }]);
      expect(await store.history('a', { limit: 10 })).toHaveLength(3);
    });

    it('stores and returns a changed configuration', async () => {
      await addStudios('a', 'b');
      const changed = { ...entry('a').configuration, version: 101, devices: [device] };
      expect(
        await store.change(
          'a',
          to(() => changed),
        ),
      ).toEqual(E.right(changed));
      expect((await store.studio('a'))?.configuration).toEqual(changed);
      expect(await store.studio('b')).toEqual(entry('b'));
    });

    inStudio('keeps the order of fields, on which tags depend', async () => {
      const stored = JSON.stringify(entry('a').configuration);
      expect(JSON.stringify((await store.studio('a'))?.configuration)).toBe(stored);
    });

    inStudio('passes the whole entry to a change', async () => {
      await store.setApplied('a', { appliedVersion: 77, refusal: null, service: null, time: 5 });
      const shown: StudioEntry[] = [];
      await store.change('a', (before) => {
        shown.push(before);
        return next(before);
      });
      expect(shown.at(-1)).toEqual({ ...entry('a'), appliedVersion: 77 });
    });

    inStudio('changes nothing when a change is refused, fails, or returns the same configuration', async () => {
      const refused = E.left(failure('conflict', 'no'));
      expect(await store.change('a', () => refused)).toEqual(refused);
      await expect(
        store.change('a', () => {
          throw new Error('unforeseen');
        }),
      ).rejects.toThrow('unforeseen');
      await store.change(
        'a',
        to((configuration) => configuration),
      );
      expect(await store.studio('a')).toEqual(entry('a'));
      expect(await store.history('a', { limit: 10 })).toHaveLength(1);
      expect(await store.change('a', next)).toMatchObject({ right: { version: 101 } });
      expect(await store.change('nobody', next)).toBeUndefined();
    });

    inStudio('records no history for a change without an entry', async () => {
      await store.change('a', ({ configuration }) =>
        E.right({ configuration: { ...configuration, version: 101 }, section: 'studio' }),
      );
      expect((await store.studio('a'))?.configuration.version).toBe(101);
      expect(await store.history('a', { limit: 10 })).toHaveLength(1);
    });

    inStudio('loses none of many concurrent changes', async () => {
      await Promise.all(Array.from({ length: 50 }, () => store.change('a', next)));
      expect((await store.studio('a'))?.configuration.version).toBe(150);
    });

    inStudio('changes and removes keys', async () => {
      const keys = { keyHash: 'f'.repeat(64), oldKey: { hash: 'e'.repeat(64), validUntil: 2 ** 45 } };
      expect(await store.changeKeys('a', () => keys, historyEntry)).toEqual(keys);
      expect(await store.studio('a')).toMatchObject(keys);
      expect(await store.keys('a')).toEqual(keys);
      expect(await store.syncStatuses(['a'])).toMatchObject([keys]);
      expect(await store.keys('nobody')).toEqual({ keyHash: null });
      expect(await store.changeKeys('a', () => ({ keyHash: null }), historyEntry)).toEqual({ keyHash: null });
      expect(await store.keys('a')).toEqual({ keyHash: null });
      expect(await store.changeKeys('nobody', () => ({ keyHash: null }), historyEntry)).toBeUndefined();
    });

    it('loses none of many concurrent changes of keys and of labels', async () => {
      await store.addStudio({ ...entry('a'), keyHash: '' }, historyEntry);
      const numbers = Array.from({ length: 20 }, (_, place) => place);
      const longer = () => store.changeKeys('a', ({ keyHash }) => ({ keyHash: `${keyHash ?? ''}x` }), historyEntry);
      const label = (place: number) =>
        store.changeLabels('a', (labels) => E.right({ labels: [...labels, String(place)], historyEntry }));
      await Promise.all(numbers.flatMap((place) => [longer(), label(place)]));
      expect(await store.keys('a')).toEqual({ keyHash: 'x'.repeat(20) });
      const labels = (await store.syncStatuses(['a']))[0]?.labels ?? [];
      expect(labels.map(Number).toSorted((one, other) => one - other)).toEqual(numbers);
    });

    inStudio('writes nothing for keys that are not changed', async () => {
      const before = await store.history('a', { limit: 10 });
      expect(await store.changeKeys('a', (keys) => keys, historyEntry)).toMatchObject({ keyHash: entry('a').keyHash });
      expect(await store.history('a', { limit: 10 })).toEqual(before);
    });

    it('@REPORT-4: keeps the last call of each device; an older one never replaces a newer one', async () => {
      await addStudios('a', 'b');
      const called = (device: string, time: number, address: string) =>
        store.addReport('a', { lastCalls: [{ device, time, address }], refusals: null });
      await called('one', 2_000, '10.0.0.2');
      await called('one', 1_000, '10.0.0.1');
      await called('two', 8_640_000_000_000_000, 'fd00::1');
      const expected = new Map([
        ['one', { time: 2_000, address: '10.0.0.2' }],
        ['two', { time: 8_640_000_000_000_000, address: 'fd00::1' }],
      ]);
      expect(await store.lastCalls('a')).toEqual(expected);
      await called('one', 2_000, '10.0.0.2');
      expect(await store.lastCalls('a')).toEqual(expected);
      expect(await store.lastCalls('b')).toEqual(new Map());
    });

    inStudio(
      '@REPORT-8: keeps the answer of the last call, also if the call is reported again without it',
      async () => {
        const called = (time: number, answer?: CallAnswer) =>
          store.addReport('a', {
            lastCalls: [{ device: 'one', time, address: '10.0.0.1', ...(answer && { answer }) }],
            refusals: null,
          });
        const last = async () => (await store.lastCalls('a')).get('one');
        await called(1_000);
        expect(await last()).toEqual({ time: 1_000, address: '10.0.0.1' });
        const answer = { status: 403, error: 'read_only' };
        await called(1_000, answer);
        await called(1_000);
        await called(500, { status: 200, error: null });
        expect(await last()).toEqual({ time: 1_000, address: '10.0.0.1', answer });
        await called(2_000);
        expect(await last()).toEqual({ time: 2_000, address: '10.0.0.1' });
      },
    );

    it('keeps the last call of each device with its newest old token', async () => {
      await addStudios('a', 'b');
      const called = (...calls: readonly (readonly [device: string, time: number, oldToken?: number])[]) =>
        store.addReport('a', {
          lastCalls: calls.map(([id, time, oldToken]) => ({
            device: id,
            time,
            address: '10.0.0.2',
            ...(oldToken !== undefined && { oldToken }),
          })),
          refusals: null,
        });
      const times = async () =>
        [...(await store.oldTokenCalls('a'))].map(([id, { oldToken, time }]) => [id, oldToken, time]);
      await called(['one', 1_000]);
      expect(await store.oldTokenCalls('a')).toEqual(new Map());
      await called(['one', 2_000, 1], ['one', 3_000]);
      expect(await store.oldTokenCalls('a')).toEqual(
        new Map([['one', { oldToken: 1, time: 2_000, address: '10.0.0.2' }]]),
      );
      expect((await store.lastCalls('a')).get('one')?.time).toBe(3_000);
      await called(['one', 1_500, 1]);
      expect(await times()).toEqual([['one', 1, 2_000]]);
      await called(['one', 1_800, 2], ['one', 9_000, 1]);
      expect(await times()).toEqual([['one', 2, 1_800]]);
      await called(['one', 1_900, 2]);
      expect(await times()).toEqual([['one', 2, 1_900]]);
      expect((await store.lastCalls('a')).get('one')?.time).toBe(9_000);
      expect(await store.oldTokenCalls('b')).toEqual(new Map());
    });

    it('counts refused callers by address, newest first, and each batch once', async () => {
      await addStudios('a', 'b');
      const refused = (id: string, ...callers: readonly RefusedCaller[]) =>
        store.addReport('a', { lastCalls: [], refusals: { id, callers } });
      const first = { address: '8.8.8.8', reason: 'no_token', count: 3, lastTime: 1_000 } as const;
      const second = { address: '8.8.4.4', reason: 'revoked_token', count: 1, lastTime: 2_000 } as const;
      await refused('one', first, second);
      expect(await store.refusedCallers('a')).toEqual([second, first]);
      await refused('two', { ...first, reason: 'unknown_token', count: 2, lastTime: 3_000 });
      await refused('three', { ...second, reason: 'no_token', count: 2 ** 52, lastTime: 500 });
      const [late, early] = [
        { ...first, reason: 'unknown_token', count: 5, lastTime: 3_000 },
        { ...second, count: 2 ** 52 + 1 },
      ];
      expect(await store.refusedCallers('a')).toEqual([late, early]);
      await Promise.all([refused('two', first), refused('one', first, second), refused('three', second)]);
      expect(await store.refusedCallers('a')).toEqual([late, early]);
      expect(await store.refusedCallers('b')).toEqual([]);
    });

    inStudio(
      '@REPORT-9 @REPORT-10: keeps each reason of a refused caller, also of devices with a valid token',
      async () => {
        const revoked = { reason: 'revoked_token', count: 2, lastTime: 1_000, device: 'one' } as const;
        const { reason, count, lastTime } = revoked;
        const callers = [{ address: '8.8.8.8', reason, count, lastTime, reasons: [revoked] }];
        const readOnly = { reason: 'read_only', count: 1, lastTime: 2_000, device: 'two' };
        const denied = [{ address: '8.8.8.8', ...readOnly }];
        const add = (id: string) => store.addReport('a', { lastCalls: [], refusals: { id, callers, denied } });
        await Promise.all([add('one'), add('two'), add('one')]);
        const reasons = [
          { ...readOnly, count: 2 },
          { ...revoked, count: 4 },
        ];
        const counted = { reason: 'read_only', count: 6, lastTime: 2_000 };
        expect(await store.refusedCallers('a')).toEqual([{ address: '8.8.8.8', ...counted, reasons }]);
      },
    );

    inStudio('keeps the newest hundred addresses of refused callers', async () => {
      const callers = (from: number): readonly RefusedCaller[] =>
        Array.from({ length: 100 }, (_, place) => ({
          address: `fd00::${String(from + place)}`,
          reason: 'no_token',
          count: 1,
          lastTime: from + place,
        }));
      await store.addReport('a', { lastCalls: [], refusals: { id: 'one', callers: callers(1_000) } });
      await store.addReport('a', { lastCalls: [], refusals: { id: 'two', callers: callers(1_050) } });
      const stored = await store.refusedCallers('a');
      expect(stored.map(({ lastTime }) => lastTime)).toEqual(Array.from({ length: 100 }, (_, place) => 1_149 - place));
      expect(stored.map(({ count }) => count)).toEqual([...Array<number>(50).fill(1), ...Array<number>(50).fill(2)]);
      await store.addReport('a', { lastCalls: [], refusals: { id: 'three', callers: callers(1_150).slice(0, 1) } });
      const newest = (await store.refusedCallers('a')).map(({ lastTime }) => lastTime);
      expect(newest).toEqual(Array.from({ length: 100 }, (_, place) => 1_150 - place));
    });

    inStudio('remembers the last hundred batches, so that the ids of old ones take no more place', async () => {
      const caller = { address: '8.8.8.8', reason: 'no_token', count: 1, lastTime: 1_000 } as const;
      /** Returns how many calls are counted after a batch. */
      const countAfter = async (id: number): Promise<number | undefined> => {
        await store.addReport('a', { lastCalls: [], refusals: { id: String(id), callers: [caller] } });
        return (await store.refusedCallers('a'))[0]?.count;
      };
      await store.addStudio(entry('b'), historyEntry);
      const ofAnother = () => store.addReport('b', { lastCalls: [], refusals: { id: '1', callers: [caller] } });
      await ofAnother();
      for (let id = 0; id <= 100; id += 1) expect(await countAfter(id)).toBe(id + 1);
      expect(await countAfter(1)).toBe(101);
      expect(await countAfter(0)).toBe(102);
      await ofAnother();
      expect(await store.refusedCallers('b')).toMatchObject([{ count: 1 }]);
    });

    inStudio('clears the refused callers, and does not count their batches again', async () => {
      const callers = [{ address: '8.8.8.8', reason: 'no_token', count: 3, lastTime: 1_000 }] as const;
      await store.addReport('a', { lastCalls: [], refusals: { id: 'one', callers } });
      expect(await store.clearRefusedCallers('a', historyEntry)).toBe(true);
      await store.addReport('a', { lastCalls: [], refusals: { id: 'one', callers } });
      expect(await store.refusedCallers('a')).toEqual([]);
      expect(await store.history('a', { limit: 1 })).toMatchObject([{ summary: historyEntry.summary, version: 100 }]);
      expect(await store.clearRefusedCallers('nobody', historyEntry)).toBe(false);
    });

    it('@CONSOLE-34: returns what a search finds in several studios', async () => {
      await addStudios('a', 'b', 'c');
      const { id, name, fixedAddress } = device;
      const listed = { address: '10.0.0.0/8', label: "Rack's" };
      const changed = to((before) => ({
        ...before,
        access: { ...before.access, listedDevices: [listed] },
        devices: [device, { ...device, id: 'device-2', fixedAddress: null }],
      }));
      await store.change('a', changed);
      const [first, second] = ['8.8.4.4', '8.8.8.8'] as const;
      const callerAt = (address: string, lastTime: number) =>
        ({ address, reason: 'no_token', count: 1, lastTime }) as const;
      const callers = [callerAt(first, 1), callerAt(second, 2)];
      await store.addReport('b', { lastCalls: [], refusals: { id: 'one', callers } });
      const found = (await store.searchedStudios(['a', 'b', 'nobody'])).toSorted((x, y) => (x.id < y.id ? -1 : 1));
      const devices = [
        { id, name, fixedAddress },
        { id: 'device-2', name, fixedAddress: null },
      ];
      expect(found).toEqual([
        { id: 'a', devices, listedDevices: [listed] },
        { id: 'b', devices: [], listedDevices: [] },
      ]);
      expect(await store.refusedAddresses(['a', 'b', 'nobody'])).toEqual(new Map([['b', [second, first]]]));
    });

    inStudio('increments the report counter of a studio', async () => {
      const reports = async () => (await store.syncStatuses(['a']))[0]?.reports ?? NaN;
      await store.addReport('a', {
        lastCalls: [{ device: 'one', time: 1, address: '10.0.0.1' }],
        refusals: { id: 'one', callers: [] },
      });
      const once = await reports();
      expect(once).toBeGreaterThan(0);
      await store.clearRefusedCallers('a', historyEntry);
      expect(await reports()).toBeGreaterThan(once);
    });

    inStudio('removes the reports with their studio', async () => {
      const callers = [{ address: '8.8.8.8', reason: 'no_token', count: 3, lastTime: 1_000 }] as const;
      const report = { lastCalls: [{ device: 'one', time: 1, address: '10.0.0.1' }], refusals: { id: 'one', callers } };
      await store.addReport('a', report);
      await store.removeStudio('a', historyEntry);
      await store.addStudio(entry('a'), historyEntry);
      expect([await store.lastCalls('a'), await store.refusedCallers('a')]).toEqual([new Map(), []]);
      expect(await store.oldTokenCalls('a')).toEqual(new Map());
      await store.removeStudio('a', historyEntry);
      for (const late of [report, { lastCalls: [], refusals: null }])
        await expect(store.addReport('a', late)).rejects.toThrow('there is no studio "a"');
    });

    it('@CONSOLE-37: sets back what was stored while the clock was ahead', async () => {
      const [now, year, oneDay] = [1_700_000_000_000, 365 * 86_400_000, 86_400_000];
      const ahead = now + year;
      await store.addStudio(entry('a'), historyEntry);
      const validUntil = ahead + oneDay;
      await store.changeKeys('a', (keys) => ({ ...keys, oldKey: { hash: 'b'.repeat(64), validUntil } }), historyEntry);
      await store.setApplied('a', { appliedVersion: 1, refusal: null, service: null, time: ahead });
      await enter(admin);
      const times = { createdAt: ahead, lastUsedAt: ahead, expiresAt: ahead + oneDay };
      await store.addSession({ ...session('one', 'admin'), ...times }, 8);
      await store.changeFailures('10.0.0.0/8', () => ({ count: 9, last: ahead, forgivenAt: ahead }));
      const refusal = { id: 'x', callers: [{ address: '10.0.0.9', reason: 'no_token', count: 1, lastTime: ahead }] };
      await makeTokens({ ...apiToken('one'), createdAt: ahead, expiresAt: ahead, revokedAt: ahead });
      await store.useApiToken('one', { time: ahead, address: '10.0.0.9' });
      const call = { device: 'device-1', time: ahead, address: '10.0.0.9' };
      await store.addReport('a', { lastCalls: [call, { ...call, oldToken: 1 }], refusals: refusal });

      expect(await store.setBackTimes(now, oneDay)).toBeGreaterThan(0);
      expect((await store.keys('a')).oldKey?.validUntil).toBe(now + 30 * oneDay);
      const [status] = await store.syncStatuses(['a']);
      expect([status?.appliedAt, status?.confirmedAt]).toEqual([now, now]);
      const kept = { createdAt: now, lastUsedAt: now, expiresAt: now + oneDay };
      expect((await store.sessionsOf('admin'))[0]).toMatchObject(kept);
      const failed = await store.changeFailures('10.0.0.0/8', (before) => before);
      expect(failed).toEqual({ count: 9, last: now, forgivenAt: now });
      const backThen = { createdAt: now, expiresAt: ahead, revokedAt: now, lastUse: { time: now } };
      expect((await store.apiTokens())[0]).toMatchObject(backThen);
      expect((await store.lastCalls('a')).get('device-1')?.time).toBe(now);
      expect((await store.oldTokenCalls('a')).get('device-1')?.time).toBe(now);
      expect((await store.refusedCallers('a'))[0]?.lastTime).toBe(now);
      expect(await store.setBackTimes(now, oneDay)).toBe(0);
    });

    inStudio('@HISTORY-5: keeps what operators did, however much the console itself notes', async () => {
      const own = { ...historyEntry, operator: consoleItself.username };
      for (let n = 0; n <= maxOwnHistoryEntries; n += 1)
        await store.changeKeys('a', () => ({ keyHash: String(n) }), { ...own, summary: String(n) });
      const entries = await store.history('a', { limit: maxHistoryEntries });
      expect(entries.filter(({ operator }) => operator === own.operator).map(({ summary }) => summary)).toEqual(
        Array.from({ length: maxOwnHistoryEntries }, (_, n) => String(maxOwnHistoryEntries - n)),
      );
      expect(entries.at(-1)?.operator).toBe('admin');
    });

    inStudio('stores a change and its entry in the history together, or neither', async () => {
      await enter(admin);
      const unstorable = { ...historyEntry, operator: null as unknown as string };
      const changes: readonly (() => Promise<unknown>)[] = [
        () => store.addStudio(entry('b'), unstorable),
        () => store.renameStudio('a', 'other', unstorable),
        () =>
          store.change('a', (before) =>
            E.map((change: object) => ({ ...change, historyEntry: unstorable }) as never)(next(before)),
          ),
        () => store.changeKeys('a', () => ({ keyHash: 'f'.repeat(64) }), unstorable),
        () => store.changeLabels('a', () => E.right({ labels: ['other'], historyEntry: unstorable })),
        () => store.changeOperators(() => E.right({ operators: [admin, other], historyEntry: unstorable })),
        () => store.changeApiTokens(() => E.right({ tokens: [apiToken('one')], historyEntry: unstorable })),
        () => store.changeWebhooks(() => E.right({ webhooks: [webhook('one')], historyEntry: unstorable })),
        () => store.removeStudio('a', unstorable),
      ];
      const state = async () => [
        await store.studios(['a', 'b']),
        await store.keys('a'),
        await store.operators(),
        await store.apiTokens(),
        await store.webhooks(),
      ];
      const before = await state();
      for (const change of changes) {
        await expect(change()).rejects.toThrow();
        expect(await state()).toEqual(before);
      }
      expect(await store.history('a', { limit: 10 })).toHaveLength(1);
    });

    it('returns the history with versions, newest first', async () => {
      await store.addStudio(entry('a'), { ...historyEntry, action: 'studio.add' });
      await store.change('a', next);
      await store.changeKeys('a', () => ({ keyHash: null }), { ...historyEntry, action: 'key.revoke' });
      await enter(admin);
      const entries = await store.history('a', { limit: 10 });
      expect(entries.map(({ action, version }) => [action, version])).toEqual([
        ['key.revoke', 101],
        ['test.it', 101],
        ['studio.add', 100],
      ]);
      expect(entries[1]).toEqual({ ...historyEntry, id: entries[1]?.id, version: 101 });
      expect(await store.history('a', { limit: 2 })).toEqual(entries.slice(0, 2));
      expect(await store.history('a', { limit: 2, before: entries[1]?.id })).toEqual(entries.slice(2));
      expect(await store.history(null, { limit: 10 })).toMatchObject([{ action: 'test.it', version: null }]);
    });

    it('returns operators ordered by name, and ends the sessions of changed or removed ones', async () => {
      await enter(other, admin);
      expect(await store.operators()).toEqual([admin, other]);
      for (const one of [session('one', 'admin'), session('two', 'other'), session('three', 'admin')])
        await store.addSession(one, 8);
      const changed: Operator = { ...admin, role: 'operator', password: { ...password, hash: 'eQ==' } };
      const result = await store.changeOperators(
        (operators) =>
          E.right({ operators: operators.map((one) => (one.username === 'admin' ? changed : one)), historyEntry }),
        'three',
      );
      expect(result).toEqual(E.right([changed, other]));
      expect(await store.operator('admin')).toEqual(changed);
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toEqual(session('two', 'other'));
      expect(await store.session('three')).toEqual(session('three', 'admin'));
      await enter(changed);
      expect(await store.operator('other')).toBeUndefined();
      expect(await store.session('two')).toBeUndefined();
    });

    it('stores identities at a provider, each for one operator, and no password of theirs', async () => {
      const identity = { issuer: 'https://sso.example', subject: 'one' };
      const ada: Operator = { ...other, username: 'sso:ada', password: null, identity };
      await enter(admin, ada);
      expect(await store.operator('sso:ada')).toEqual(ada);
      await expect(enter(admin, ada, { ...ada, username: 'sso:eve' })).rejects.toThrow();
      const bob: Operator = { ...ada, username: 'sso:bob', identity: { ...identity, subject: 'two' } };
      await enter(admin, ada, bob);
      expect(await store.operators()).toEqual([admin, ada, bob]);
    });

    it('stores whether a password has to be changed, and an invitation', async () => {
      const invitation = { tokenHash: 'e'.repeat(64), expiresAt: 2_000 };
      const due: Operator = { ...other, mustChangePassword: true, invitation };
      await enter(admin, due);
      expect(await store.operators()).toEqual([admin, due]);
      await enter(admin, { ...due, mustChangePassword: false, invitation: undefined });
      expect(await store.operator('other')).toEqual(other);
    });

    it('changes a second factor atomically, without ending sessions, and ends them when it is another one', async () => {
      const secondFactor = { sealedSecret: 'sealed', lastStep: 1, recoveryHashes: ['a', 'b'] };
      await enter(admin, { ...other, secondFactor });
      await store.addSession(session('one', 'other'), 10);
      const use = () =>
        store.changeSecondFactor('other', (factor) =>
          factor.lastStep < 2 ? { ...factor, lastStep: 2, recoveryHashes: ['b'] } : undefined,
        );
      expect((await Promise.all([use(), use()])).sort()).toEqual([false, true]);
      const used = { sealedSecret: 'sealed', lastStep: 2, recoveryHashes: ['b'] };
      expect(await store.operator('other')).toEqual({ ...other, secondFactor: used });
      expect(await store.session('one')).toBeDefined();
      expect(await store.changeSecondFactor('admin', (factor) => factor)).toBe(false);
      expect(await store.changeSecondFactor('nobody', (factor) => factor)).toBe(false);
      const next = { ...used, sealedSecret: 'another' };
      await store.changeOperators((operators) =>
        E.right({
          operators: operators.map((one) => (one.username === 'other' ? { ...one, secondFactor: next } : one)),
          historyEntry,
        }),
      );
      expect(await store.session('one')).toBeUndefined();
    });

    it('stores the roles of operators, in all studios and in single ones, and whether they are disabled', async () => {
      for (const id of ['a', 'constructor']) await store.addStudio(entry(id), historyEntry);
      const none: Operator = { ...other, username: 'none', role: null, disabled: true };
      const studioRoles = { a: 'admin', constructor: 'viewer' } as const;
      const some: Operator = { ...other, username: 'some', role: null, studioRoles };
      await enter(none, some, admin);
      expect(await store.operators()).toEqual([admin, none, some]);
      expect(await store.operator('some')).toEqual(some);
      for (const fewer of [{ a: 'operator' }, {}] as const) {
        const less: Operator = { ...some, studioRoles: fewer };
        await enter(none, less, admin);
        expect(await store.operator('some')).toEqual(less);
      }
    });

    inStudio(
      'forgets the roles in a studio with the studio, and stores none in a studio that does not exist',
      async () => {
        await enter({ ...other, studioRoles: { a: 'admin', nowhere: 'admin' } });
        expect((await store.operator('other'))?.studioRoles).toEqual({ a: 'admin' });
        await store.removeStudio('a', historyEntry);
        await store.addStudio(entry('a'), historyEntry);
        expect((await store.operator('other'))?.studioRoles).toEqual({});
      },
    );

    it('ends no session when only roles change, and all when the operator is disabled', async () => {
      await enter(admin, other);
      await store.addSession(session('one', 'other'), 8);
      await store.changeOperators((operators) =>
        E.right({ operators: operators.map((one) => ({ ...one, role: 'admin' as const })), historyEntry }),
      );
      expect(await store.session('one')).toBeDefined();
      await store.changeOperators((operators) =>
        E.right({
          operators: operators.map((one) => ({ ...one, disabled: one.username === 'other' })),
          historyEntry,
        }),
      );
      expect(await store.sessionsOf('other')).toEqual([]);
    });

    it('lists the sessions of an operator, the last used first, and stores when and where they are used', async () => {
      await enter(admin, other);
      for (const [keyHash, username] of [
        ['one', 'admin'],
        ['two', 'admin'],
        ['others', 'other'],
      ] as const)
        await store.addSession(session(keyHash, username), 8);
      const use = { lastUsedAt: 1_800_000_000_000, address: '10.0.0.1' };
      await store.useSession('two', use);
      await store.useSession('two', { lastUsedAt: 600, address: '10.0.0.2' });
      await store.useSession('nobody', use);
      expect(await store.sessionsOf('admin')).toEqual([
        { ...session('two', 'admin'), ...use },
        session('one', 'admin'),
      ]);
      expect(await store.sessionsOf('nobody')).toEqual([]);
      await store.removeSessions(['one', 'two']);
      expect(await store.sessionsOf('admin')).toEqual([]);
      expect(await store.sessionsOf('other')).toEqual([session('others', 'other')]);
    });

    it('changes no operator when the change is refused', async () => {
      await enter(admin);
      const refused = E.left(failure('conflict', 'no'));
      expect(await store.changeOperators(() => refused)).toEqual(refused);
      expect(await store.operators()).toEqual([admin]);
      expect(await store.history(null, { limit: 10 })).toHaveLength(1);
    });

    it('loses none of many concurrent changes of operators', async () => {
      const names = Array.from({ length: 20 }, (_, place) => `operator-${String(place).padStart(2, '0')}`);
      const add = (username: string) =>
        store.changeOperators((before) => E.right({ operators: [...before, { ...other, username }], historyEntry }));
      await Promise.all(names.map(add));
      expect((await store.operators()).map(({ username }) => username)).toEqual(names);
    });

    it('deletes sessions that end or have expired', async () => {
      await enter(admin);
      for (const [keyHash, expiresAt] of [
        ['one', 1_000],
        ['two', 2_000],
        ['three', 3_000],
      ] as const)
        await store.addSession(session(keyHash, 'admin', expiresAt), 8);
      await store.removeSessionsExpiredBy(1_000);
      await store.removeSessions(['three', 'nobody']);
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toBeDefined();
      expect(await store.session('three')).toBeUndefined();
    });

    it('keeps a maximum of sessions of an operator, and ends those that expire first', async () => {
      await enter(admin, other);
      const stored = async () => {
        const keys = ['one', 'two', 'three', 'four', 'others'];
        const found = await Promise.all(keys.map((key) => store.session(key)));
        return found.flatMap((one) => (one === undefined ? [] : [one.keyHash]));
      };
      await store.addSession(session('others', 'other', 1), 2);
      await store.addSession(session('two', 'admin', 2_000), 2);
      await store.addSession(session('one', 'admin', 1_000), 2);
      expect(await stored()).toEqual(['one', 'two', 'others']);
      await store.addSession(session('three', 'admin', 2_000), 2);
      expect(await stored()).toEqual(['two', 'three', 'others']);
      await store.addSession(session('four', 'admin', 500), 1);
      expect(await stored()).toEqual(['four', 'others']);
    });

    inStudio('stores API tokens, their roles in existing studios, and their last use', async () => {
      await store.addStudio(entry('b'), historyEntry);
      const one = {
        ...apiToken('one'),
        role: null,
        studioRoles: { a: 'viewer', b: 'admin', nowhere: 'admin' },
      } as const;
      const two = { ...apiToken('two'), expiresAt: 2_000 };
      await makeTokens(two, one);
      const stored = { ...one, studioRoles: { a: 'viewer', b: 'admin' } };
      expect(await store.apiTokens()).toEqual([stored, two]);
      expect(await store.apiToken(one.tokenHash)).toEqual(stored);
      expect(await store.apiToken('unknown')).toBeUndefined();

      await store.useApiToken('one', { time: 5, address: 'fd00::1' });
      await store.useApiToken('one', { time: 4, address: '10.0.0.9' });
      await store.useApiToken('nobody', { time: 4, address: '10.0.0.9' });
      const lastUse = { time: 5, address: 'fd00::1' };
      expect(await store.apiToken(one.tokenHash)).toEqual({ ...stored, lastUse });

      const revoke = (tokens: ApiTokens) =>
        E.right({
          tokens: tokens.map((token) => (token.id === 'one' ? { ...token, revokedAt: 9 } : token)),
          historyEntry,
        });
      expect(await store.changeApiTokens(revoke)).toEqual(E.right([{ ...stored, lastUse, revokedAt: 9 }, two]));
      expect(await store.apiTokens()).toEqual([{ ...stored, lastUse, revokedAt: 9 }, two]);

      await store.removeStudio('a', historyEntry);
      await store.addStudio(entry('a'), historyEntry);
      expect((await store.apiToken(one.tokenHash))?.studioRoles).toEqual({ b: 'admin' });
      await makeTokens(two);
      expect(await store.apiTokens()).toEqual([two]);
      expect(await store.changeApiTokens(() => E.left(failure('conflict', 'no')))).toMatchObject({ _tag: 'Left' });
      expect(await store.history(null, { limit: 9 })).toHaveLength(4);
    });

    it('loses none of many concurrent changes of API tokens', async () => {
      const names = Array.from({ length: 10 }, (_, at) => String(at));
      const add = (name: string) =>
        store.changeApiTokens((tokens) => E.right({ tokens: [...tokens, apiToken(name)], historyEntry }));
      await Promise.all(names.map(add));
      expect((await store.apiTokens()).map(({ name }) => name)).toEqual(names);
    });

    it('stores webhooks in their order, their trouble, and what their receivers have accepted', async () => {
      const make = (...webhooks: ConsoleWebhooks) => store.changeWebhooks(() => E.right({ webhooks, historyEntry }));
      const trouble = { since: '2026-01-31T12:00:00.000Z', answer: 'it answered with 500' };
      const [one, two] = [webhook('one'), webhook('two')];
      await make(two, one);
      await store.setWebhookTrouble('two', trouble);
      expect(await store.webhooks()).toEqual([
        { ...two, trouble },
        { ...one, trouble: null },
      ]);

      const condition: OpenCondition = { studio: { id: 'a', name: 'A\u200B' }, alarm: null, since: trouble.since };
      const alarm = { kind: 'output_away', subject: 'out "1"', message: "it's away", raisedAt: trouble.since };
      const accepted = [
        { webhook: 'one', condition: { ...condition, alarm } },
        { webhook: 'two', condition },
      ];
      const opened = [...accepted, { webhook: 'one', condition }, { webhook: 'nothing', condition }];
      await store.storeAccepted(opened.map((each) => ({ ...each, isOpen: true })));
      const later = { webhook: 'two', condition: { ...condition, since: '2026-02-01T12:00:00.000Z' } };
      expect(await store.acceptedConditions()).toHaveLength(3);
      await store.storeAccepted([
        { webhook: 'one', condition, isOpen: false },
        { ...later, isOpen: true },
      ]);
      expect(await store.acceptedConditions()).toEqual([accepted[0], later]);

      const renamed = (all: ConsoleWebhooks) => all.map((each) => ({ ...each, name: `${each.name}!` }));
      await store.changeWebhooks((all) => E.right({ webhooks: renamed(all.slice(0, 1)), historyEntry }));
      expect(await store.webhooks()).toEqual([{ ...two, name: `${two.name}!`, trouble }]);
      expect(await store.acceptedConditions()).toEqual([later]);
      await store.setWebhookTrouble('two', null);
      expect((await store.webhooks())[0]?.trouble).toBeNull();
      expect(await store.changeWebhooks(() => E.left(failure('conflict', 'no')))).toMatchObject({ _tag: 'Left' });
      expect([await store.holdWebhooks(), await store.holdWebhooks()]).toEqual([true, true]);
    });

    it('stores the last configured password', async () => {
      expect(await store.configuredPassword()).toBeUndefined();
      await store.saveConfiguredPassword(password);
      await store.saveConfiguredPassword({ ...password, cost: 32 });
      expect(await store.configuredPassword()).toEqual({ ...password, cost: 32 });
      expect(await store.operators()).toEqual([]);
    });

    it('counts failed sign-ins by address, and loses no concurrent ones', async () => {
      expect(await store.changeFailures('a', (failed) => failed)).toEqual(noFailures);
      await Promise.all(
        Array.from({ length: 20 }, () => store.changeFailures('a', (failed) => addFailure(failed, 1_700_000_000_000))),
      );
      const counted = { count: 20, last: 1_700_000_000_000, forgivenAt: -Infinity };
      expect(await store.changeFailures('a', () => ({ ...noFailures, forgivenAt: 5 }))).toEqual(counted);
      expect(await store.changeFailures('a', (failed) => failed)).toEqual({ ...noFailures, forgivenAt: 5 });
      expect(await store.changeFailures('b', (failed) => failed)).toEqual(noFailures);
    });

    it('does not displace known addresses by failures', { timeout: 120_000 }, async () => {
      const known = { ...noFailures, forgivenAt: 5 };
      await store.changeFailures('known', () => known);
      for (let at = 0; at < maxFailedAddresses + pruneFailuresEvery; at += 1)
        await store.changeFailures(`failed ${String(at)}`, (failed) => addFailure(failed, 1_000 + at));
      expect(await store.changeFailures('known', (failed) => failed)).toEqual(known);
      expect(await store.changeFailures('failed 0', (failed) => failed)).toEqual(noFailures);
      const newest = `failed ${String(pruneFailuresEvery)}`;
      expect((await store.changeFailures(newest, (failed) => failed)).count).toBe(1);
    });

    it('returns which studios are connected', async () => {
      await addStudios('a', 'b', 'c');
      await store.reportConnected(['a', 'b'], [], 5);
      await store.reportConnected(['c'], ['a', 'nobody'], 7);
      expect((await store.syncStatuses()).map(({ connected }) => connected)).toEqual([false, true, true]);
      expect((await store.syncStatuses()).map(({ disconnectedAt }) => disconnectedAt)).toEqual([7, null, null]);
      await store.reportConnected(['a'], [], 9);
      expect(await store.syncStatuses(['a'])).toMatchObject([{ connected: true, disconnectedAt: null }]);
    });
  });
};
