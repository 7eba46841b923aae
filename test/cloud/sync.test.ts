// Console and service together, over real sockets: what an operator changes comes into force, and is told back.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic, testConsole, type TestConsole } from '../console/console.js';
import { testService, until, type TestService } from './link.js';

let made: TestConsole;
let service: TestService;
let url: string;

const listen = async (port = 0): Promise<number> => (await made.server.listen(port, '127.0.0.1')).port;
const overview = async () => {
  const { studios } = (await made.operate('GET', '/api/studios')).body as {
    studios: { connected: boolean; desiredVersion: number; appliedVersion: number | null }[];
  };
  return studios[0];
};
const inStep = async (): Promise<boolean> => {
  const { desiredVersion, appliedVersion } = (await overview()) ?? {};
  return desiredVersion === appliedVersion && desiredVersion === service.inForce();
};
const change = (name: string) => made.operate('POST', '/api/studios/studio-1/devices', { name, access: 'read_only' });

beforeEach(async () => {
  made = await testConsole();
  url = `http://127.0.0.1:${String(await listen())}`;
  service = testService(url, made.key);
});
afterEach(async () => {
  await service.link.stop();
  await made.server.close(0);
});

describe('a service that is linked', () => {
  it('takes the configuration over, keeps it, and tells that it is in force', async () => {
    expect(await overview()).toMatchObject({ connected: false, appliedVersion: null });
    service.link.start();
    await until(inStep);
    expect(await overview()).toMatchObject({ connected: true });
    expect(service.link.connected()).toBe(true);
    expect(service.kept.map(({ version }) => version)).toEqual([service.inForce()]);
  });

  it('hears of every change', async () => {
    service.link.start();
    await until(inStep);
    await change('Panel');
    await until(inStep);
    await change('Other');
    await until(inStep);
    expect(service.access.current().configuration.devices.map(({ name }) => name)).toEqual(['Panel', 'Other']);
  });

  it('is cut off when its key is replaced or revoked, and goes on with what is in force', async () => {
    service.link.start();
    await until(inStep);
    const before = service.inForce();
    const { key } = (await made.operate('POST', '/api/studios/studio-1/key')).body as { key: string };
    await until(() => !service.link.connected());
    await until(() => service.log.lines.some((line) => line.includes('the console ended the connection')));
    await service.clock.advance(60_000);
    await until(() => service.log.lines.some((line) => line.includes('does not know the studio key')));
    expect(await overview()).toMatchObject({ connected: false });
    expect(service.inForce()).toBe(before);
    expect(service.log.lines.join()).not.toContain(made.key);
    await service.link.stop();

    service = testService(url, key);
    service.link.start();
    await until(inStep);
    await made.operate('DELETE', '/api/studios/studio-1/key');
    await until(() => !service.link.connected());
  });

  it('comes back by itself to a console that was away, and catches up', async () => {
    service.link.start();
    await until(inStep);
    const { port } = made.server.node.address() as AddressInfo;
    await made.server.close(0);
    await until(() => !service.link.connected());
    const again = await testConsole();
    const entry = await made.ports.store.studio('studio-1');
    const note = { time: 0, operator: 'test', action: 'test', summary: '' };
    await again.ports.store.setKey('studio-1', entry?.keyHash ?? null, note);
    made = again;
    await change('Meanwhile');
    await listen(port);
    await until(async () => {
      await service.clock.advance(30_000);
      return inStep();
    });
    expect(service.access.current().configuration.devices.map(({ name }) => name)).toEqual(['Meanwhile']);
  });

  it('that is ahead of a console restored from an old copy is overruled by the next change', async () => {
    service.access.apply({ ...service.access.current().configuration, version: 2_000_000_000_000 });
    service.link.start();
    await until(async () => (await overview())?.appliedVersion === 2_000_000_000_000);
    expect(made.log.lines.join()).toContain('holds a newer configuration than the console');
    await change('Panel');
    await until(inStep);
    expect(service.inForce()).toBe(2_000_000_000_001);
  });
});

describe('the sync routes', () => {
  const authorization = () => basic('studio-1', made.key);

  it('give the document with the hashes that the service needs, and 304 for a version that is known', async () => {
    await change('Panel');
    const first = await made.call('GET', '/sync/configuration', { headers: { authorization: authorization() } });
    expect(first).toMatchObject({ status: 200, body: (await made.ports.store.studio('studio-1'))?.configuration });
    const etag = String(first.headers.etag);
    const headers = { authorization: authorization(), 'if-none-match': etag };
    expect(await made.call('GET', '/sync/configuration', { headers })).toMatchObject({ status: 304, text: '' });
  });

  it('open no stream for those who can hear nothing', async () => {
    const headers = { authorization: authorization() };
    expect(await made.call('HEAD', '/sync/events', { headers })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
    expect((await made.call('HEAD', '/sync/configuration', { headers })).status).toBe(200);
    expect(await overview()).toMatchObject({ connected: false });
  });

  it('know each studio by its own key, and operators not at all', async () => {
    await made.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    for (const wrong of [basic('studio-2', made.key), basic('admin', 'correct horse'), basic('studio-1', '')])
      expect((await made.call('GET', '/sync/configuration', { headers: { authorization: wrong } })).status).toBe(401);
    expect((await made.call('GET', '/api/studios', { headers: { authorization: authorization() } })).status).toBe(401);
  });

  it.each([{}, { version: -1 }, { version: 2 ** 53 }, { version: 'x' }, { version: 1, refused: 5 }, []])(
    'believe no nonsense: %j',
    async (body) => {
      const answer = await made.call('POST', '/sync/applied', { body, headers: { authorization: authorization() } });
      expect(answer.status).toBe(400);
      expect(await overview()).toMatchObject({ appliedVersion: null });
    },
  );

  it('write down why a service refused its configuration', async () => {
    const body = { version: 7, refused: 'devices[0].name: expected a text' };
    const answer = await made.call('POST', '/sync/applied', { body, headers: { authorization: authorization() } });
    expect(answer.status).toBe(204);
    expect(await overview()).toMatchObject({ appliedVersion: 7 });
    expect(made.log.lines.join()).toContain('devices[0].name: expected a text');
  });
});
