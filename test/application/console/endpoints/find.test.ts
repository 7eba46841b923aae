// The search for devices and addresses of all studios: what it finds, for whom, and how it follows changes.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';

interface Found {
  readonly records: readonly { readonly kind: string; readonly studioId: string; readonly name: string }[];
  readonly more: number;
}

let app: ConsoleUnderTest;

const addDevice = async (studioId: string, name: string, fixedAddress: string | null = null): Promise<string> => {
  const body = { name, access: 'read_only', station: null, fixedAddress, features: [] };
  const added = await app.operate('POST', `/api/studios/${studioId}/devices`, body);
  return (added.body as { device: { id: string } }).device.id;
};
const allow = async (studioId: string, ...listedDevices: readonly object[]): Promise<void> => {
  const path = `/api/studios/${studioId}/access`;
  const access = (await app.operate('GET', path)).body as object;
  expect(await app.operate('PUT', path, { ...access, listedDevices })).toMatchObject({ status: 200 });
};
const refuse = (studioId: string, address: string): Promise<void> => {
  const callers = [{ address, reason: 'no_token', count: 1, lastTime: app.clock.now() }] as const;
  return app.ports.store.addReport(studioId, { lastCalls: [], refusals: { id: `${studioId} ${address}`, callers } });
};
const search = async (text: string, username = 'admin', password = 'correct horse'): Promise<Found> => {
  const headers = { authorization: basic(username, password) };
  const reply = await app.call('GET', `/api/find?text=${encodeURIComponent(text)}`, { headers });
  expect(reply.status).toBe(200);
  return reply.body as Found;
};
const found = async (text: string): Promise<readonly string[]> =>
  (await search(text)).records.map(({ kind, studioId, name }) => `${kind} ${name} of ${studioId}`);

beforeEach(async () => {
  app = await testConsole();
  await app.operate('POST', '/api/studios', { id: 'koeln-tv', name: 'TV Köln' });
});

describe('@CONSOLE-34: the search', () => {
  it('finds devices of all studios by name, id and studio, in any order, case and without accents', async () => {
    const id = await addDevice('koeln-tv', 'Régie desk');
    await addDevice('studio-1', 'Desk panel');
    expect(await found('desk')).toEqual(['device Desk panel of studio-1', 'device Régie desk of koeln-tv']);
    for (const text of ['DESK regie', 'koln desk', 'koeln-tv regie', id])
      expect(await found(text)).toEqual(['device Régie desk of koeln-tv']);
  });

  it('finds addresses, and ranges that contain an address', async () => {
    await addDevice('studio-1', 'Rack panel', '10.20.1.7');
    await allow('koeln-tv', { address: '10.20.0.0/16', label: 'Rack' }, { address: '10.30.0.1', label: 'Door' });
    await refuse('studio-1', '10.20.1.7');
    expect((await found('10.20.1.7')).toSorted()).toEqual([
      'allowed_address 10.20.0.0/16 of koeln-tv',
      'device Rack panel of studio-1',
      'refused_caller 10.20.1.7 of studio-1',
    ]);
    expect(await found('door')).toEqual(['allowed_address 10.30.0.1 of koeln-tv']);
  });

  it.each(['2001:db8::7', '2001:DB8:0:0::7', '2001:0db8:0000:0000:0000:0000:0000:0007'])(
    'finds the IPv6 address %s in each spelling',
    async (text) => {
      await addDevice('studio-1', 'Rack panel', '2001:db8:0::7');
      await refuse('koeln-tv', '2001:db8::7');
      expect((await found(text)).map((one) => one.split(' ')[0]).toSorted()).toEqual(['device', 'refused_caller']);
    },
  );

  it('finds nothing of a removed studio in another one with its id and as many changes', async () => {
    await addDevice('koeln-tv', 'Former panel');
    expect(await found('former')).toHaveLength(1);
    await app.operate('DELETE', '/api/studios/koeln-tv');
    expect(await found('former')).toEqual([]);
    await app.operate('POST', '/api/studios', { id: 'koeln-tv', name: 'TV Köln' });
    await addDevice('koeln-tv', 'New panel');
    expect(await found('panel')).toEqual(['device New panel of koeln-tv']);
  });

  it('follows changes of configurations, reports and studios', async () => {
    expect(await found('panel')).toEqual([]);
    await addDevice('studio-1', 'Panel');
    expect(await found('panel')).toEqual(['device Panel of studio-1']);
    await refuse('koeln-tv', '192.0.2.9');
    await app.clock.advance(10_000);
    expect(await found('192.0.2')).toEqual(['refused_caller 192.0.2.9 of koeln-tv']);
    await app.operate('DELETE', '/api/studios/koeln-tv/refused-callers');
    await app.clock.advance(10_000);
    expect(await found('192.0.2')).toEqual([]);
    await app.operate('PATCH', '/api/studios/studio-1', { name: 'Attic' });
    expect(await found('attic panel')).toEqual(['device Panel of studio-1']);
    expect((await search('panel')).records).toMatchObject([{ studioName: 'Attic' }]);
    await app.operate('DELETE', '/api/studios/studio-1');
    expect(await found('panel')).toEqual([]);
  });

  it('shows the present name of the studio of a refused caller', async () => {
    await refuse('koeln-tv', '192.0.2.9');
    await found('192.0.2.9');
    await app.operate('PATCH', '/api/studios/koeln-tv', { name: 'Attic' });
    await app.clock.advance(10_000);
    expect((await search('192.0.2.9')).records).toMatchObject([{ kind: 'refused_caller', studioName: 'Attic' }]);
  });

  it('reads what has changed once, for concurrent searches too', async () => {
    const read = vi.spyOn(app.ports.store, 'searchedStudios');
    await Promise.all([found('panel'), found('desk'), found('door')]);
    expect(read.mock.calls).toEqual([[['koeln-tv', 'studio-1']]]);
    await addDevice('koeln-tv', 'Panel');
    await Promise.all([found('panel'), found('desk')]);
    expect(read.mock.calls.slice(1)).toEqual([[['koeln-tv']]]);
  });

  it('reads refused callers at most every ten seconds, and only where reports have arrived', async () => {
    const read = vi.spyOn(app.ports.store, 'refusedAddresses');
    await found('panel');
    for (const address of ['192.0.2.8', '192.0.2.9']) {
      await refuse('koeln-tv', address);
      await found('panel');
    }
    expect(read).toHaveBeenCalledTimes(1);
    await app.clock.advance(10_000);
    expect(await found('192.0.2')).toHaveLength(2);
    expect(read.mock.calls.slice(1)).toEqual([[['koeln-tv']]]);
  });

  it('finds refused callers right after a search that could not read them', async () => {
    await refuse('koeln-tv', '192.0.2.8');
    vi.spyOn(app.ports.store, 'refusedAddresses').mockRejectedValueOnce(new StoreUnavailable('down'));
    expect(await app.operate('GET', '/api/find?text=192.0.2.8')).toMatchObject({ status: 503 });
    expect(await found('192.0.2.8')).toEqual(['refused_caller 192.0.2.8 of koeln-tv']);
  });

  it('forgets the records after five minutes without a search', async () => {
    const read = vi.spyOn(app.ports.store, 'searchedStudios');
    await found('panel');
    for (const ms of [299_999, 1, 299_999]) {
      await app.clock.advance(ms);
      await found('panel');
    }
    expect(read).toHaveBeenCalledTimes(1);
    await app.clock.advance(300_000);
    await found('panel');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('forgets the records also if the last search failed', async () => {
    await found('panel');
    vi.spyOn(app.ports.store, 'revisions').mockRejectedValueOnce(new StoreUnavailable('down'));
    expect((await app.operate('GET', '/api/find?text=panel')).status).toBe(503);
    const read = vi.spyOn(app.ports.store, 'searchedStudios');
    await app.clock.advance(300_000);
    await found('panel');
    expect(read.mock.calls).toEqual([[['koeln-tv', 'studio-1']]]);
  });

  it('finds and counts nothing of studios that the operator may not see', async () => {
    for (const studioId of ['studio-1', 'koeln-tv']) {
      await addDevice(studioId, 'Panel');
      await allow(studioId, { address: '10.0.0.0/8', label: 'All' });
    }
    const vera = { username: 'vera', role: null, studioRoles: { 'koeln-tv': 'viewer' }, password: 'very secret' };
    await app.operate('POST', '/api/operators', vera);
    // The index has been built for an operator who sees all studios.
    expect((await search('panel')).records).toHaveLength(2);
    for (const text of ['panel', '10.1.2.3', 'studio-1', 'koeln']) {
      const { records, more } = await search(text, vera.username, vera.password);
      expect([...new Set(records.map(({ studioId }) => studioId)), more]).toEqual(
        text === 'studio-1' ? [0] : ['koeln-tv', 0],
      );
    }
  });

  it('returns at most 20 records, and counts the others', async () => {
    const devices = Array.from({ length: 33 }, (_, place) => ({ name: `Panel ${String(place)}`, access: 'read_only' }));
    for (const { name } of devices) await addDevice('studio-1', name);
    const { records, more } = await search('panel');
    expect([records.length, more]).toEqual([20, 13]);
  });

  it.each(['', '   ', 'x'.repeat(101)])('refuses the text %j', async (text) => {
    const reply = await app.operate('GET', `/api/find?text=${encodeURIComponent(text)}`);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } });
  });
});
