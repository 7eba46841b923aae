// The services that the console refused: a wrong key, and an unknown studio id.
import { beforeEach, describe, expect, it } from 'vitest';
import { refusedServices } from '../../../../application/console/sync/refused-services.js';
import { utcTime } from '../../../../domain/codec/utc-time.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const callAs = (studioId: string, key: string, address: string) =>
  app.call('GET', '/sync/configuration', { headers: { authorization: basic(studioId, key) }, address });
const listed = async () =>
  ((await app.operate('GET', '/api/studios/studio-1/refused-services')).body as { refusedServices: unknown })
    .refusedServices;

beforeEach(async () => {
  app = await testConsole();
});

describe('@CONSOLE-33: refused services', () => {
  it('are listed for 15 minutes with what was wrong', async () => {
    await callAs('studio-1', 'studio_wrong', '198.51.100.1');
    await callAs('studio-9', app.key, '198.51.100.2');
    await callAs('studio-1', app.key, '198.51.100.3');
    const lastTime = utcTime(app.clock.now());
    expect(await listed()).toEqual([
      { reason: 'wrong_key', studioId: 'studio-1', address: '198.51.100.1', lastTime },
      { reason: 'unknown_studio', studioId: 'studio-9', address: '198.51.100.2', lastTime },
    ]);
    await app.clock.advance(15 * 60_000 + 1);
    expect(await listed()).toEqual([]);
  });

  it('show unknown studio ids to admins of all studios only', async () => {
    await callAs('studio-1', 'studio_wrong', '198.51.100.1');
    await callAs('studio-9', app.key, '198.51.100.2');
    for (const role of [null, 'viewer', 'operator', 'admin']) {
      const vera = { username: `vera-${role ?? 'none'}`, password: 'very secret' };
      const studioRoles = { 'studio-1': 'admin' };
      expect((await app.operate('POST', '/api/operators', { ...vera, role, studioRoles })).status).toBe(201);
      const headers = { authorization: basic(vera.username, vera.password) };
      const { body } = await app.call('GET', '/api/studios/studio-1/refused-services', { headers });
      const { refusedServices: shown } = body as { readonly refusedServices: readonly { studioId: string }[] };
      expect(shown.map(({ studioId }) => studioId)).toEqual(role === 'admin' ? ['studio-1', 'studio-9'] : ['studio-1']);
    }
  });

  it('are remembered once for each studio id and address, at most 100, and only with an id that a studio can have', () => {
    const refused = refusedServices();
    refused.note({ studioId: 'not an id', address: '10.0.0.1', time: 1 });
    for (const time of [1, 2]) refused.note({ studioId: 'a', address: '10.0.0.1', time });
    expect(refused.since(0)).toEqual([{ studioId: 'a', address: '10.0.0.1', time: 2 }]);
    for (let place = 0; place < 100; place += 1)
      refused.note({ studioId: 'b', address: `10.0.1.${String(place)}`, time: 3 + place });
    expect(refused.since(0)).toHaveLength(100);
    expect(refused.since(0)[0]).toMatchObject({ address: '10.0.1.99' });
    expect(refused.since(0).some(({ studioId }) => studioId === 'a')).toBe(false);
  });

  it('are the newest first, also one that is refused again, from a time on', () => {
    const refused = refusedServices();
    for (const [time, studioId] of ['a', 'b', 'a'].entries()) refused.note({ studioId, address: '10.0.0.1', time });
    const since = (time: number) => refused.since(time).map(({ studioId }) => studioId);
    expect([since(0), since(1), since(2), since(3)]).toEqual([['a', 'b'], ['a', 'b'], ['a'], []]);
  });

  it('are at most five of an address, which can’t push out those of others', () => {
    const refused = refusedServices();
    const flood = (address: string): void => {
      for (let count = 0; count < 200; count += 1) refused.note({ studioId: `s${String(count)}`, address, time: 2 });
    };
    refused.note({ studioId: 'a', address: '10.0.0.1', time: 1 });
    for (let place = 0; place < 30; place += 1) flood(`10.0.1.${String(place)}`);
    const remembered = refused.since(0);
    expect(remembered).toHaveLength(100);
    expect(remembered.at(-1)).toMatchObject({ studioId: 'a' });
    const ofLast = remembered.filter(({ address }) => address === '10.0.1.29').map(({ studioId }) => studioId);
    expect(ofLast[0]).toBe('s199');
    expect(ofLast.length).toBeLessThanOrEqual(5);
  });
});
