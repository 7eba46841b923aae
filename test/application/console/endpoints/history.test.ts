// The history at the console's API: fields before and after, filters, and restoring earlier settings.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { token } from '../../../domain/fixtures.js';
import { testAdmin, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const studio = '/api/studios/studio-1';

interface Change {
  readonly id: number;
  readonly action: string;
  readonly operator: string;
  readonly summary: string;
  readonly fields: readonly { readonly subject: string; readonly before: unknown; readonly after: unknown }[] | null;
  readonly fieldCount: number | null;
}

const changes = async (query = ''): Promise<readonly Change[]> => {
  const { body } = await app.operate('GET', `${studio}/changes${query}`);
  return (body as { readonly changes: readonly Change[] }).changes;
};
const newest = async (): Promise<Change> => {
  const [change] = await changes();
  if (change === undefined) throw new Error('no change');
  return change;
};
const access = async () =>
  (await app.operate('GET', `${studio}/access`)).body as { readonly listedDevices: readonly object[] };
const setAccess = async (change: object) => app.operate('PUT', `${studio}/access`, { ...(await access()), ...change });
const addDevice = async (name: string): Promise<string> => {
  const { body } = await app.operate('POST', `${studio}/devices`, { name, access: 'read_only' });
  return (body as { readonly device: { readonly id: string } }).device.id;
};
const restorePath = ({ id }: Change, scope = 'change') => `${studio}/changes/${String(id)}/restore?scope=${scope}`;
const restore = (change: Change, scope?: string) => app.operate('POST', restorePath(change, scope));

beforeEach(async () => {
  app = await testConsole();
});

describe('@HISTORY-1: the history', () => {
  it('shows each changed field before and after, and no hash', async () => {
    const device = await addDevice('Desk panel');
    await app.operate('PATCH', `${studio}/devices/${device}`, { station: 'alpha', features: ['signals'] });
    await app.operate('POST', `${studio}/devices/${device}/replace`, {});
    const [replaced, changed, added] = await changes();
    expect(changed?.fields).toEqual([
      { subject: `devices.${device}.station`, device: 'Desk panel', before: null, after: 'alpha', redacted: false },
      { subject: `devices.${device}.features`, device: 'Desk panel', before: [], after: ['signals'], redacted: false },
    ]);
    expect(added?.fields).toMatchObject([
      { subject: `devices.${device}`, before: null, after: { name: 'Desk panel' } },
    ]);
    expect(replaced?.fields?.map(({ subject }) => subject)).toContain(`devices.${device}.tokenHash`);
    const { text } = await app.operate('GET', `${studio}/changes`);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it('contains no token that somebody entered as a name', async () => {
    await setAccess({ listedDevices: [{ address: '10.0.0.1', label: token(1) }] });
    const { fields } = await newest();
    expect(fields).toMatchObject([{ after: { label: '***' }, redacted: true }]);
    expect(JSON.stringify(await app.ports.store.history('studio-1', { limit: 9 }))).not.toContain(token(1));
  });

  it('shows the first 50 fields in a list, and all of one change', async () => {
    const listedDevices = Array.from({ length: 70 }, (_, at) => ({ address: `10.0.0.${String(at)}`, label: 'Desk' }));
    await setAccess({ listedDevices });
    const change = await newest();
    expect(change).toMatchObject({ fieldCount: 70 });
    expect(change.fields).toHaveLength(50);
    const { body } = await app.operate('GET', `${studio}/changes/${String(change.id)}`);
    expect((body as { readonly change: Change }).change.fields).toHaveLength(70);
    expect((await app.operate('GET', `${studio}/changes/999`)).status).toBe(404);
    expect((await app.operate('GET', '/api/studios/nowhere/changes/1')).status).toBe(404);
  });

  it('lists more changes than a page of the store holds, newest first', async () => {
    for (let at = 0; at < 60; at += 1) await setAccess({ apiEnabled: at % 2 === 1 });
    const ids = (await changes('?limit=55')).map(({ id }) => id);
    expect(ids).toHaveLength(55);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const added = 1;
    expect(await changes('?limit=200')).toHaveLength(60 + added);
  });

  it('records no fields of a change that has more than 512 Ki characters of them', async () => {
    const listedDevices = Array.from({ length: 2_000 }, (_, at) => ({
      address: `10.1.${String(at >> 8)}.${String(at & 255)}`,
      label: `${String(at)} ${'x'.repeat(58)}`,
    }));
    await setAccess({ listedDevices });
    const change = await newest();
    expect(change).toMatchObject({ action: 'access.set', fields: null, fieldCount: null });
    expect((await restore(change)).status).toBe(409);
  });

  it('shows entries from before fields were recorded, without tokens in their subjects', async () => {
    const { store } = app.ports;
    const subjects = [`access.listed.["10.0.0.1","${token(1)}"]`];
    await store.renameStudio('studio-1', 'A', {
      time: 1,
      operator: 'vera',
      action: 'access.set',
      summary: 'x',
      subjects,
    });
    expect(await newest()).toMatchObject({
      fields: null,
      fieldCount: null,
      subjects: ['access.listed.["10.0.0.1","***"]'],
    });
    expect(await restore(await newest())).toMatchObject({ status: 409, body: { error: 'conflict' } });
  });
});

describe('@HISTORY-2: the history', () => {
  it('is limited to an operator, a section, a device and a time', async () => {
    const device = await addDevice('Desk panel');
    await setAccess({ apiEnabled: false });
    const actions = async (query: string) => (await changes(query)).map(({ action }) => action);
    expect(await actions('?operator=ADM&section=access')).toEqual(['access.set']);
    expect(await actions('?operator=vera')).toEqual([]);
    expect(await actions(`?device=${device}`)).toEqual(['device.add']);
    expect(await actions(`?from=${new Date(app.clock.now() + 1).toISOString()}`)).toEqual([]);
    expect(await actions('?to=2000-01-01')).toEqual([]);
    const wrong = await app.operate('GET', `${studio}/changes?section=tea`);
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } });
    expect(JSON.stringify(wrong.body)).toContain('one of access, features, devices, studio, key, callers');
    expect((await app.operate('GET', `${studio}/changes?from=soon`)).status).toBe(400);
  });
});

describe('@HISTORY-3: the settings before a change', () => {
  it('are restored as a change of its own', async () => {
    await setAccess({ apiEnabled: false });
    const change = await newest();
    const answer = await restore(change);
    expect(answer).toMatchObject({
      status: 200,
      body: { restoration: { fields: [{ subject: 'access.apiEnabled', before: false, after: true }], lostCount: 0 } },
    });
    expect(answer.headers['x-configuration-version']).toBeDefined();
    expect(await access()).toMatchObject({ apiEnabled: true });
    const last = await newest();
    expect(last).toMatchObject({ action: 'change.restore', operator: testAdmin.username });
    expect(last.summary).toMatch(/^restored the settings before the change by admin of \S+: API switched on$/);
    expect(app.audit.events.at(-1)).toMatchObject({ operation: 'change.restore', summary: last.summary });
    expect(await changes('?section=access')).toHaveLength(2);
  });

  it('of a device are restored without its token, and not after it was removed', async () => {
    const device = await addDevice('Desk panel');
    await app.operate('PATCH', `${studio}/devices/${device}`, { name: 'Rack', station: 'alpha' });
    const change = await newest();
    await app.operate('POST', `${studio}/devices/${device}/replace`, {});
    const before = await app.ports.store.studio('studio-1');
    expect((await restore(change, 'section')).status).toBe(200);
    const after = await app.ports.store.studio('studio-1');
    expect(after?.configuration.devices).toEqual([
      { ...before?.configuration.devices[0], name: 'Desk panel', station: null },
    ]);
    await app.operate('DELETE', `${studio}/devices/${device}`);
    expect(await restore(await newest())).toMatchObject({ status: 409 });
    expect((await app.operate('GET', restorePath(change))).body).toMatchObject({ restoration: { fields: [] } });
  });

  it('of a section include those of later changes', async () => {
    await app.operate('PUT', `${studio}/features`, {
      ...((await app.operate('GET', `${studio}/features`)).body as object),
      signals: { read: true, control: false },
    });
    await setAccess({ apiEnabled: false });
    const change = await newest();
    await setAccess({ legacyAuthorization: false });
    expect((await restore(change, 'section')).status).toBe(200);
    expect(await access()).toMatchObject({ apiEnabled: true, legacyAuthorization: true });
    expect((await app.operate('GET', `${studio}/features`)).body).toMatchObject({ signals: { control: false } });
  });

  it('are not found for an unknown change, studio or scope', async () => {
    expect((await app.operate('POST', `${studio}/changes/999/restore`)).status).toBe(404);
    expect((await app.operate('GET', `${studio}/changes/999/restore`)).status).toBe(404);
    expect((await app.operate('GET', '/api/studios/nowhere/changes/1/restore')).status).toBe(404);
    expect((await app.operate('POST', '/api/studios/nowhere/changes/1/restore')).status).toBe(404);
    expect((await restore(await newest(), 'all')).status).toBe(400);
  });
});

describe('@HISTORY-4: a restoration', () => {
  it('shows first what it changes, and which later changes are lost', async () => {
    await setAccess({ apiEnabled: false });
    const change = await newest();
    await setAccess({ apiEnabled: true });
    await setAccess({ apiEnabled: false });
    const later = await newest();
    const { body } = await app.operate('GET', restorePath(change));
    expect(body).toMatchObject({
      restoration: {
        fields: [{ subject: 'access.apiEnabled', before: false, after: true }],
        lost: [{ id: later.id }, { id: later.id - 1 }],
        lostCount: 2,
        notRestored: null,
      },
    });
  });

  it('counts all later changes that are lost, and shows the newest 50', async () => {
    await setAccess({ apiEnabled: false });
    const change = await newest();
    for (let count = 0; count < 52; count += 1) await setAccess({ apiEnabled: count % 2 === 0 });
    const { body } = await app.operate('GET', restorePath(change));
    const { restoration } = body as { restoration: { lost: readonly { id: number }[]; lostCount: number } };
    expect([restoration.lost.length, restoration.lostCount]).toEqual([50, 52]);
    expect(restoration.lost[0]?.id).toBe((await newest()).id);
  });

  it('shows what it has changed, without what others changed at the same moment', async () => {
    await setAccess({ apiEnabled: false });
    const change = await newest();
    const { store } = app.ports;
    const write = store.change.bind(store);
    vi.spyOn(store, 'change').mockImplementationOnce(async (...restored) => {
      await setAccess({ legacyAuthorization: false });
      return write(...restored);
    });
    const { body } = await restore(change);
    expect(body).toMatchObject({ restoration: { fields: [{ subject: 'access.apiEnabled', after: true }] } });
    expect(await access()).toMatchObject({ apiEnabled: true, legacyAuthorization: false });
  });

  it('is refused if the settings were changed after they were shown', async () => {
    await setAccess({ apiEnabled: false });
    const change = await newest();
    const { headers } = await app.operate('GET', restorePath(change));
    await setAccess({ legacyAuthorization: false });
    expect(await app.operate('POST', restorePath(change), undefined, { 'if-match': headers.etag })).toMatchObject({
      status: 412,
      body: { error: 'changed_meanwhile' },
    });
    expect(await access()).toMatchObject({ apiEnabled: false });
  });
});
