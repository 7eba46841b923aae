// Changes of several devices at the management API: one version each, all of them or none.
import { beforeEach, describe, expect, it } from 'vitest';
import { testConsole, type ConsoleUnderTest, type TestReply } from '../console.js';

interface Shown {
  readonly id: string;
  readonly name: string;
}

let app: ConsoleUnderTest;
const path = '/api/studios/studio-1/devices';
const panel = (name: string, more: object = {}): object => ({ name, access: 'read_only', ...more });
const list = () => app.operate('GET', path);
const devicesOf = ({ body }: TestReply): readonly Record<string, unknown>[] =>
  (body as { readonly devices: readonly Record<string, unknown>[] }).devices;
const versionOf = async (): Promise<number | undefined> =>
  (await app.ports.store.studio('studio-1'))?.configuration.version;
const importDevices = (...devices: readonly object[]) => app.operate('POST', `${path}/import`, { devices });
const idsOf = async (...names: readonly string[]): Promise<readonly string[]> => {
  const devices = devicesOf(await list()) as unknown as readonly Shown[];
  return names.map((name) => devices.find((device) => device.name === name)?.id ?? 'nobody');
};

beforeEach(async () => {
  app = await testConsole();
  await importDevices(panel('One'), panel('Two', { station: 'alpha' }), panel('Three'));
});

describe('importing devices', () => {
  it('@DEVICE-18: adds all in one version, and shows each token once', async () => {
    const before = await versionOf();
    const reply = await importDevices(panel('Four', { features: ['signals'] }), panel('Five'));
    expect(reply).toMatchObject({ status: 201, headers: { 'x-configuration-version': String((before ?? 0) + 1) } });
    const added = devicesOf(reply) as unknown as readonly { device: Shown; token: string }[];
    expect(added.map(({ device }) => device.name)).toEqual(['Four', 'Five']);
    expect(new Set(added.map(({ token }) => token)).size).toBe(2);
    expect(JSON.stringify((await list()).body)).not.toMatch(/svc_|tokenHash/);
    expect(devicesOf(await list())).toHaveLength(5);
  });

  it('@DEVICE-18: adds none if one is wrong, and names every fault by its place', async () => {
    expect(await importDevices(panel('Four'), { name: 'Five', access: 'all' }, panel(''))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/devices\[1\]\.access: .*; .*devices\[2\]\.name: /) as unknown },
    });
    expect(await importDevices(panel('Four'), panel('ONE'), panel('four'))).toMatchObject({
      status: 409,
      body: {
        message:
          'devices[1].name: expected a name that no device on the list has, got "ONE"; ' +
          'devices[2].name: expected a name that no earlier entry has, got "four"',
        issues: [{ path: 'devices[1].name' }, { path: 'devices[2].name' }],
      },
    });
    expect(await importDevices()).toMatchObject({ status: 400 });
    expect(devicesOf(await list())).toHaveLength(3);
  });
});

describe('changing several devices', () => {
  it('@DEVICE-17: changes the given settings of all in one version', async () => {
    const before = await versionOf();
    const devices = await idsOf('One', 'Two');
    const reply = await app.operate('PATCH', path, { devices, changes: { access: 'read_and_control' } });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'x-configuration-version': String((before ?? 0) + 1) },
      body: {
        devices: [
          { name: 'One', access: 'read_and_control', station: null },
          { name: 'Two', access: 'read_and_control', station: 'alpha' },
        ],
      },
    });
    expect(devicesOf(await list())[2]).toMatchObject({ access: 'read_only' });
  });

  it.each([
    { station: 'bravo' },
    { fixedAddress: '10.0.0.7' },
    { features: ['signals'] },
    { expiresAt: '2028-01-01T00:00:00.000Z' },
  ])('@DEVICE-17: changes %j of the chosen ones only', async (changes) => {
    const devices = await idsOf('One', 'Two');
    const reply = await app.operate('PATCH', path, { devices, changes });
    expect(reply.body).toMatchObject({ devices: [changes, changes] });
    const [one, two, three] = devicesOf(await list());
    expect([one, two]).toMatchObject([changes, changes]);
    expect(three).not.toMatchObject(changes);
  });

  it('@DEVICE-17: changes none if one is not listed, is given twice, or a setting is wrong', async () => {
    const [one = ''] = await idsOf('One');
    const change = (devices: readonly string[], changes: object) => app.operate('PATCH', path, { devices, changes });
    expect(await change([one, 'nobody'], { access: 'read_and_control' })).toMatchObject({ status: 404 });
    expect(await change([one, one], { access: 'read_and_control' })).toMatchObject({ status: 400 });
    expect(await change([one], { access: 'all' })).toMatchObject({ status: 400 });
    expect(devicesOf(await list())[0]).toMatchObject({ access: 'read_only' });
  });

  it('@CONSOLE-17: is refused after another device was changed', async () => {
    const tag = String((await list()).headers.etag);
    const [one = '', two = ''] = await idsOf('One', 'Two');
    const change = (ifMatch: string) =>
      app.operate('PATCH', path, { devices: [one], changes: { station: 'bravo' } }, { 'if-match': ifMatch });
    await app.operate('PATCH', `${path}/${two}`, { station: null });
    expect(await change(tag)).toMatchObject({ status: 412, body: { error: 'changed_meanwhile' } });
    expect(await change(String((await list()).headers.etag))).toMatchObject({ status: 200 });
  });
});

describe('revoking several devices', () => {
  it('@DEVICE-16: revokes all in one version, and leaves out those that are gone', async () => {
    const before = await versionOf();
    const devices = await idsOf('One', 'Three', 'Gone');
    expect(await app.operate('POST', `${path}/revoke`, { devices })).toMatchObject({
      status: 200,
      headers: { 'x-configuration-version': String((before ?? 0) + 1) },
      body: {
        devices: [
          { name: 'One', state: 'revoked' },
          { name: 'Three', state: 'revoked' },
        ],
      },
    });
    expect(devicesOf(await list())).toMatchObject([{ state: 'revoked' }, { state: 'active' }, { state: 'revoked' }]);
    const { changes } = (await app.operate('GET', '/api/studios/studio-1/changes')).body as {
      readonly changes: readonly { readonly summary: string }[];
    };
    expect(changes[0]?.summary).toBe('revoked device "One"; revoked device "Three"');
  });
});
