// Console and service together, over real sockets: changes come into force, and are reported back.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { panel } from '../../../domain/fixtures.js';
import { hashesEqual, hashSecret } from '../../../../adapters/node/console-secrets.js';
import { admitService } from '../../../../application/console/sync/sync.js';
import type { HashesEqual } from '../../../../application/ports/console-secrets.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';
import { linkedService, passHeartbeats, until, type LinkedService } from '../../../adapters/cloud/link.js';

let app: ConsoleUnderTest;
let service: LinkedService;
let url: string;

const listen = async (port = 0): Promise<number> => (await app.server.listen(port, '127.0.0.1')).port;
const overview = async () => {
  const { studios } = (await app.operate('GET', '/api/studios')).body as {
    studios: {
      connected: boolean;
      desiredVersion: number;
      appliedVersion: number | null;
      keyInUse: string | null;
      oldKey: { validUntil: string } | null;
      refusal: { version: number; reason: string } | null;
    }[];
  };
  return studios[0];
};
const isInSync = async (): Promise<boolean> => {
  const { desiredVersion, appliedVersion } = (await overview()) ?? {};
  return desiredVersion === appliedVersion && desiredVersion === service.inForce();
};
/** Starts the link of the service. Resolves once the newest version is in force. */
const start = async (): Promise<void> => {
  service.link.start();
  await until(isInSync);
};
const replaceKey = async (query = ''): Promise<string> =>
  ((await app.operate('POST', `/api/studios/studio-1/key${query}`)).body as { key: string }).key;
const statusWith = async (key: string) =>
  (await app.call('GET', '/sync/configuration', { headers: { authorization: basic('studio-1', key) } })).status;
const change = (name: string) => app.operate('POST', '/api/studios/studio-1/devices', { name, access: 'read_only' });

beforeEach(async () => {
  app = await testConsole();
  url = `http://127.0.0.1:${String(await listen())}`;
  service = linkedService(url, app.key);
});
afterEach(async () => {
  await service.link.stop();
  await app.server.close(0);
});

describe('a linked service', () => {
  it('applies the configuration, stores it, and reports that it is in force', async () => {
    expect(await overview()).toMatchObject({ connected: false, appliedVersion: null });
    await start();
    expect(await overview()).toMatchObject({ connected: true });
    expect(service.link.connected()).toBe(true);
    expect(service.stored.map(({ version }) => version)).toEqual([service.inForce()]);
  });

  it('logs a warning when listed ranges admit callers of the internet', async () => {
    const warned = (): boolean => service.log.lines.some((line) => line.includes('full control without a token'));
    const list = (address: string) =>
      app.operate('PUT', '/api/studios/studio-1/access', {
        apiEnabled: true,
        accessWithoutToken: 'listed',
        listedDevices: [{ address, label: 'desk' }],
        legacyAuthorization: true,
      });
    service.link.start();
    await list('192.168.0.0/16');
    await until(isInSync);
    expect(warned()).toBe(false);
    await list('0.0.0.0/0');
    await until(isInSync);
    expect(service.log.lines.find((line) => line.includes('0.0.0.0/0'))).toContain('full control without a token');
  });

  it('receives names that the console stored before it refused them', async () => {
    const device = { ...panel, name: 'Desk\u202epanel' };
    await app.ports.store.change('studio-1', ({ configuration }) =>
      E.right({
        configuration: { ...configuration, version: configuration.version + 1, devices: [device] },
        section: 'devices',
        historyEntry: { time: 0, operator: 'test', action: 'test', summary: '' },
      }),
    );
    await start();
    expect(service.access.current().configuration.devices).toEqual([device]);
  });

  it('is disconnected when its key is replaced at once or revoked, and keeps the configuration in force', async () => {
    await start();
    const before = service.inForce();
    const key = await replaceKey('?overlapMs=0');
    await until(() => !service.link.connected());
    await until(() => service.log.lines.some((line) => line.includes('the console ended the connection')));
    await service.clock.advance(60_000);
    await until(() => service.log.lines.some((line) => line.includes('does not know the studio key')));
    expect(await overview()).toMatchObject({ connected: false });
    expect(service.inForce()).toBe(before);
    expect(service.log.lines.join()).not.toContain(app.key);
    await service.link.stop();

    service = linkedService(url, key);
    await start();
    await app.operate('DELETE', '/api/studios/studio-1/key');
    await until(() => !service.link.connected());
  });

  it('@KEY-2: is connected with the old key until it uses the new one, which ends the old one', async () => {
    await start();
    const key = await replaceKey();
    await change('Panel');
    await until(isInSync);
    const validUntil = new Date(app.clock.now() + 86_400_000).toISOString();
    expect(await overview()).toMatchObject({ connected: true, keyInUse: 'old', oldKey: { validUntil } });
    await service.link.stop();
    await until(async () => (await overview())?.connected === false);
    expect(await overview()).toMatchObject({ keyInUse: null, oldKey: { validUntil } });

    const renewed = linkedService(url, key);
    renewed.link.start();
    await until(async () => (await overview())?.connected);
    expect(await overview()).toMatchObject({ keyInUse: 'current', oldKey: null });
    const [newest, before] = await app.ports.store.history('studio-1', { limit: 2 });
    expect(newest).toMatchObject({ operator: 'the console itself', action: 'key.take-over' });
    expect(before?.summary).toBe('added device "Panel"');
    expect(await statusWith(app.key)).toBe(401);
    await renewed.link.stop();
  });

  it('@KEY-2: is disconnected when the old key expires', async () => {
    await start();
    await app.operate('POST', '/api/studios/studio-1/key?overlapMs=120000');
    await change('Panel');
    await until(isInSync);
    await passHeartbeats(service, app, 119_999);
    await change('Another');
    await until(isInSync);
    expect(await overview()).toMatchObject({ connected: true, keyInUse: 'old' });
    await app.clock.advance(1);
    await until(() => !service.link.connected());
    expect(await statusWith(app.key)).toBe(401);
    expect(await overview()).toMatchObject({ oldKey: null });
  });

  it('@KEY-3: keeps the key that it uses when the key is replaced twice', async () => {
    await start();
    const [lost, newest] = [await replaceKey(), await replaceKey()];
    expect([await statusWith(lost), await statusWith(app.key)]).toEqual([401, 200]);
    expect(service.link.connected()).toBe(true);
    expect(await statusWith(newest)).toBe(200);
    expect(await statusWith(app.key)).toBe(401);
    await until(() => !service.link.connected());
  });

  it('@KEY-4: is disconnected when its keys are revoked while the old one is valid, and is admitted with none', async () => {
    await start();
    const key = await replaceKey();
    await app.operate('DELETE', '/api/studios/studio-1/key');
    expect([await statusWith(app.key), await statusWith(key)]).toEqual([401, 401]);
    await until(() => !service.link.connected());
    expect(await overview()).toMatchObject({ oldKey: null });
  });

  it('@KEY-4: is disconnected at once when an operator ends the old key', async () => {
    await start();
    await app.operate('POST', '/api/studios/studio-1/key');
    const ended = await app.operate('POST', '/api/studios/studio-1/key/end-old');
    expect(ended).toMatchObject({ status: 200, body: { studio: { oldKey: null, key: 'set' } } });
    await until(() => !service.link.connected());
    await app.operate('POST', '/api/studios/studio-1/key/end-old');
    const summaries = (await app.ports.store.history('studio-1', { limit: 3 })).map(({ summary }) => summary);
    expect(summaries).toEqual([
      'ended the old studio key',
      expect.stringContaining('replaced the studio key; the old one is valid until '),
      'added the studio "Studio One"',
    ]);
  });

  it('reconnects after an outage of the console, and gets missed changes', async () => {
    await start();
    const { port } = app.server.node.address() as AddressInfo;
    await app.server.close(0);
    await until(() => !service.link.connected());
    const again = await testConsole();
    const entry = await app.ports.store.studio('studio-1');
    const historyEntry = { time: 0, operator: 'test', action: 'test', summary: '' };
    await again.ports.store.changeKeys('studio-1', () => ({ keyHash: entry?.keyHash ?? null }), historyEntry);
    app = again;
    await change('Meanwhile');
    await listen(port);
    await until(async () => {
      await service.clock.advance(30_000);
      return isInSync();
    });
    expect(service.access.current().configuration.devices.map(({ name }) => name)).toEqual(['Meanwhile']);
  });

  /** Puts a configuration in force that this console has never had, with the API switched off. */
  const applyForeign = (version: number): void => {
    const { configuration } = service.access.current();
    service.access.apply({ ...configuration, version, access: { ...configuration.access, apiEnabled: false } });
  };
  const historyOf = async () => app.ports.store.history('studio-1', { limit: 10 });

  it('with a newer version than a restored console is sent its configuration again, as a newer one', async () => {
    applyForeign(2_000_000_000_000);
    await start();
    expect(service.inForce()).toBe(2_000_000_000_001);
    expect(service.access.current().configuration.access.apiEnabled).toBe(true);
    expect(app.log.lines.join()).toContain('a service had a newer configuration than the console');
    const [newest] = await historyOf();
    expect(newest).toMatchObject({ operator: 'the console itself', action: 'sync.move-ahead', version: 2e12 + 1 });
    await change('Panel');
    await until(isInSync);
    expect(service.inForce()).toBe(2_000_000_000_002);
  });

  it('@CONFIG-15: with other settings of the same version is sent those of its console, as a newer version', async () => {
    service = linkedService(url, app.key, { reportsDigest: true });
    const version = (await overview())?.desiredVersion ?? 0;
    applyForeign(version);
    expect(service.access.current().configuration.access.apiEnabled).toBe(false);
    service.link.start();
    await until(async () => (await isInSync()) && service.inForce() === version + 1);
    expect(service.access.current().configuration.access.apiEnabled).toBe(true);
    expect((await historyOf())[0]).toMatchObject({ operator: 'the console itself', action: 'sync.send-again' });
    await change('Panel');
    await until(isInSync);
    expect(service.inForce()).toBe(version + 2);
  });

  it('@CONFIG-15: that always reports another digest is sent its configuration again eight times in a row', async () => {
    const headers = { authorization: basic('studio-1', app.key) };
    const desired = async () => (await overview())?.desiredVersion ?? 0;
    const reportOften = async (): Promise<void> => {
      for (let times = 1; times <= 12; times += 1) {
        const body = { version: await desired(), digest: '0'.repeat(64) };
        await app.call('POST', '/sync/applied', { body, headers });
      }
    };
    const before = await desired();
    await reportOften();
    expect(await desired()).toBe(before + 8);
    expect((await historyOf()).filter(({ action }) => action === 'sync.send-again')).toHaveLength(1);
    await change('Panel');
    await reportOften();
    expect(await desired()).toBe(before + 8 + 1 + 8);
  });

  it('that reports newer versions repeatedly adds one entry to the history', async () => {
    const authorization = basic('studio-1', app.key);
    for (let times = 1; times <= 5; times += 1) {
      const body = { version: (await app.ports.store.studio('studio-1'))?.configuration.version ?? 0 };
      body.version += 10;
      await app.call('POST', '/sync/applied', { body, headers: { authorization } });
    }
    expect((await historyOf()).filter(({ action }) => action === 'sync.move-ahead')).toHaveLength(1);
  });

  it.each([2 ** 48, 2 ** 48 - 2 ** 32 + 1])(
    'with version %d is shown as refusing changes, until its configuration is reset',
    async (version) => {
      applyForeign(version);
      service.link.start();
      const reason = expect.stringContaining('run reset-configuration on its host') as string;
      await until(async () => (await overview())?.appliedVersion === version);
      expect(await overview()).toMatchObject({ refusal: { reason } });
      const { desiredVersion = 0 } = (await overview()) ?? {};
      await change('Panel');
      await until(async () => (await overview())?.refusal?.version === desiredVersion + 1);
      expect([service.inForce(), (await overview())?.desiredVersion]).toEqual([version, desiredVersion + 1]);
      await service.link.stop();

      service = linkedService(url, app.key);
      service.link.start();
      await until(isInSync);
      expect(await overview()).toMatchObject({ refusal: null });
      expect(service.access.current().configuration.devices).toMatchObject([{ name: 'Panel' }]);
    },
  );

  it('with the highest version that can be superseded follows its console', async () => {
    applyForeign(2 ** 48 - 2 ** 32);
    await start();
    await change('Panel');
    await until(isInSync);
    expect(service.inForce()).toBe(2 ** 48 - 2 ** 32 + 2);
  });
});

describe('the sync routes', () => {
  const authorization = () => basic('studio-1', app.key);

  it('return the configuration with token hashes, and 304 for a known version', async () => {
    await change('Panel');
    const first = await app.call('GET', '/sync/configuration', { headers: { authorization: authorization() } });
    expect(first).toMatchObject({ status: 200, body: (await app.ports.store.studio('studio-1'))?.configuration });
    const etag = String(first.headers.etag);
    const headers = { authorization: authorization(), 'if-none-match': etag };
    expect(await app.call('GET', '/sync/configuration', { headers })).toMatchObject({ status: 304, text: '' });
  });

  it('open no stream for HEAD', async () => {
    const headers = { authorization: authorization() };
    expect(await app.call('HEAD', '/sync/events', { headers })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
    expect((await app.call('HEAD', '/sync/configuration', { headers })).status).toBe(200);
    expect(await overview()).toMatchObject({ connected: false });
  });

  it('accept only the key of each studio, and no operator', async () => {
    await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    for (const wrong of [basic('studio-2', app.key), basic('admin', 'correct horse'), basic('studio-1', '')])
      expect((await app.call('GET', '/sync/configuration', { headers: { authorization: wrong } })).status).toBe(401);
    expect((await app.call('GET', '/api/studios', { headers: { authorization: authorization() } })).status).toBe(401);
  });

  it.each([{}, { version: -1 }, { version: 2 ** 48 + 1 }, { version: 'x' }, { version: 1, refused: 5 }, []])(
    'refuse an invalid report: %j',
    async (body) => {
      const answer = await app.call('POST', '/sync/applied', { body, headers: { authorization: authorization() } });
      expect(answer.status).toBe(400);
      expect(await overview()).toMatchObject({ appliedVersion: null });
    },
  );

  it('log why a service refused its configuration', async () => {
    const body = { version: 7, refused: 'devices[0].name: expected a text' };
    const answer = await app.call('POST', '/sync/applied', { body, headers: { authorization: authorization() } });
    expect(answer.status).toBe(204);
    expect(await overview()).toMatchObject({ appliedVersion: 7 });
    expect(app.log.lines.join()).toContain('devices[0].name: expected a text');
  });
});

describe('the admission of a service', () => {
  const admitted = async (studioId: string, key: string) => {
    const { store } = app.ports;
    const reads: string[] = [];
    const counted = {
      ...store,
      keys: (id: string) => (reads.push('key hash'), store.keys(id)),
      studio: (id: string) => (reads.push('studio'), store.studio(id)),
    };
    const compared: [string, string][] = [];
    const hashesEqual: HashesEqual = (...hashes) => {
      compared.push(hashes);
      return app.ports.hashesEqual(...hashes);
    };
    const result = await admitService({ ...app.ports, store: counted, hashesEqual }, { studioId, key });
    return { result, reads, lengths: compared.flat().map(({ length }) => length) };
  };

  it('reads the studio only after its key was checked', async () => {
    const { result, reads } = await admitted('studio-1', app.key);
    expect(result).toMatchObject({ right: { studio: { id: 'studio-1' } } });
    expect(reads).toEqual(['key hash', 'studio']);
  });

  it.each([
    ['a wrong key', 'studio-1', 'studio_wrong'],
    ['an empty key', 'studio-1', ''],
    ['an unknown studio', 'nobody', 'studio_wrong'],
    ['no studio', '', ''],
  ])('costs the same for %s: one small read and two comparisons', async (_what, studioId, key) => {
    const { result, reads, lengths } = await admitted(studioId, key);
    expect(result).toMatchObject({ left: { code: 'unauthorized' } });
    expect([reads, lengths]).toEqual([['key hash'], [64, 64, 64, 64]]);
  });

  it('costs the same for a studio whose key was revoked', async () => {
    await app.operate('DELETE', '/api/studios/studio-1/key');
    const { result, reads, lengths } = await admitted('studio-1', app.key);
    expect(result).toMatchObject({ left: { code: 'unauthorized' } });
    expect([reads, lengths]).toEqual([['key hash'], [64, 64, 64, 64]]);
  });

  it('fails when the key is replaced between the two reads', async () => {
    const { store } = app.ports;
    const replaced = {
      ...store,
      studio: async (id: string) => ({ ...(await store.studio(id)), keyHash: null }) as never,
    };
    const result = await admitService({ ...app.ports, store: replaced }, { studioId: 'studio-1', key: app.key });
    expect(result).toMatchObject({ left: { code: 'unauthorized' } });
  });
});

it('compares hashes of any length', () => {
  const hash = hashSecret('a');
  expect(
    [hash, hashSecret('b'), '', hash.slice(1), `${hash}0`, 'ü'.repeat(64)].map((other) => hashesEqual(hash, other)),
  ).toEqual([true, false, false, false, false, false]);
});
