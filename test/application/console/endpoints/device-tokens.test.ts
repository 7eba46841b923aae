// The tokens of devices at the management API: expiry, replacement, and where an old token is still used.
import { beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../../../adapters/node/secrets.js';
import { saveCallReport } from '../../../../application/console/sync/call-reports.js';
import type { DeviceCall } from '../../../../domain/access/report.js';
import { testConsole, type ConsoleUnderTest, type TestReply } from '../console.js';

interface Shown {
  readonly device: Record<string, unknown> & { readonly id: string };
  readonly token: string;
}

let app: ConsoleUnderTest;
const devices = '/api/studios/studio-1/devices';
const tagOf = ({ headers }: TestReply): string => String(headers.etag);
const add = async (settings: object = {}): Promise<Shown> =>
  (await app.operate('POST', devices, { name: 'Panel', access: 'read_only', ...settings })).body as Shown;
const replace = (id: string, body: object = {}) => app.operate('POST', `${devices}/${id}/replace`, body);
const read = (id: string) => app.operate('GET', `${devices}/${id}`);
const report = async (call: Omit<DeviceCall, 'address'>): Promise<void> => {
  const entry = await app.ports.store.studio('studio-1');
  if (entry === undefined) throw new Error('the studio is gone');
  await saveCallReport(app.ports, entry, { lastCalls: [{ ...call, address: '10.0.0.9' }], refusals: null });
};

beforeEach(async () => {
  app = await testConsole();
});

describe('the expiry of a token', () => {
  it('is set with the device or later, in any time zone, and removed', async () => {
    const { device } = await add({ expiresAt: '2021-03-02T14:00:00+02:00' });
    expect(device).toMatchObject({ expiresAt: '2021-03-02T12:00:00.000Z', tokenState: 'expires_soon' });
    const change = (expiresAt: string | null) => app.operate('PATCH', `${devices}/${device.id}`, { expiresAt });
    expect(await change('2028-01-01T00:00Z')).toMatchObject({
      body: { device: { expiresAt: '2028-01-01T00:00:00.000Z', tokenState: 'active' } },
    });
    expect(await app.operate('PATCH', `${devices}/${device.id}`, { access: 'read_and_control' })).toMatchObject({
      body: { device: { expiresAt: '2028-01-01T00:00:00.000Z' } },
    });
    expect(await change(null)).toMatchObject({ body: { device: { expiresAt: null } } });
    expect(await change('2021-01-01T00:00Z')).toMatchObject({ body: { device: { tokenState: 'expired' } } });
  });

  it('that is no time is refused, with what was expected', async () => {
    expect(await app.operate('POST', devices, { name: 'x', access: 'read_only', expiresAt: 'soon' })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining(
          'expiresAt: expected a time in ISO 8601 with a time zone, such as 2021-03-01T12:00:00Z',
        ) as unknown,
      },
    });
  });

  it('does not change the tag of the device when it comes near', async () => {
    const { device } = await add({ expiresAt: '2021-03-09T12:00:00Z' });
    const before = await read(device.id);
    await app.clock.advance(8 * 86_400_000);
    const after = await read(device.id);
    expect([before, after]).toMatchObject([
      { body: { device: { tokenState: 'active' } } },
      { body: { device: { tokenState: 'expired' } } },
    ]);
    expect(tagOf(after)).toBe(tagOf(before));
  });
});

describe('replacing a token', () => {
  it('answers 201 with a new token, which is shown once and stored as a hash', async () => {
    const { device, token } = await add({ station: 'alpha' });
    const answer = await replace(device.id);
    const replaced = answer.body as Shown;
    expect(answer.status).toBe(201);
    expect(replaced.token).toMatch(/^svc_[0-9a-z]{32}$/);
    expect(replaced.token).not.toBe(token);
    const oldToken = { state: 'active', endsAt: '2021-03-02T12:00:00.000Z', lastCall: null };
    expect(replaced.device).toEqual({ ...device, oldToken });
    const stored = await app.ports.store.studio('studio-1');
    expect(stored?.configuration.devices).toMatchObject([
      { tokenHash: hashToken(replaced.token), tokenNumber: 2, oldToken: { tokenHash: hashToken(token) } },
    ]);
    const list = await app.operate('GET', devices);
    expect(list.text).not.toContain('svc_');
    expect(list.text).not.toContain(hashToken(token));
    expect(app.log.lines.join()).not.toContain(replaced.token);
  });

  it('takes the time that the old token works, and the expiry of the new one', async () => {
    const { device } = await add({ expiresAt: '2021-03-01T13:00:00Z' });
    expect(await replace(device.id, { overlapMs: 600_000, expiresAt: null })).toMatchObject({
      body: { device: { expiresAt: null, oldToken: { endsAt: '2021-03-01T12:10:00.000Z' } } },
    });
    expect(await replace(device.id, { overlapMs: 0 })).toMatchObject({
      body: { device: { oldToken: { state: 'revoked' } } },
    });
    await app.clock.advance(600_000);
    expect(await replace(device.id, { overlapMs: 1 })).toMatchObject({ status: 201 });
    await app.clock.advance(1);
    expect(await read(device.id)).toMatchObject({ body: { device: { oldToken: { state: 'expired' } } } });
  });

  it('is refused for a revoked device, and where the new token would have expired', async () => {
    const { device } = await add({ expiresAt: '2021-03-01T12:00:00Z' });
    expect(await replace(device.id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    await app.operate('POST', `${devices}/${device.id}/revoke`);
    expect(await replace(device.id, { expiresAt: null })).toMatchObject({
      status: 409,
      body: { message: 'the device "Panel" is revoked; add a new device instead' },
    });
    expect(await replace('nobody')).toMatchObject({ status: 404 });
  });
});

describe('the old token', () => {
  it('is ended once, and again without a change', async () => {
    const { device } = await add();
    const end = () => app.operate('POST', `${devices}/${device.id}/end-old-token`);
    expect(await end()).toMatchObject({ status: 409 });
    await replace(device.id);
    const ended = await end();
    expect(ended).toMatchObject({ status: 200, body: { device: { oldToken: { state: 'revoked' } } } });
    expect((await end()).headers['x-configuration-version']).toBe(ended.headers['x-configuration-version']);
  });

  it('shows its last call until it is replaced again, also if a report comes late', async () => {
    const { device } = await add();
    await replace(device.id);
    const time = app.clock.now();
    await report({ device: device.id, time, oldToken: 1 });
    const called = { lastCall: { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.9' } };
    expect(await read(device.id)).toMatchObject({ body: { device: { ...called, oldToken: called, usage: 'in_use' } } });
    await replace(device.id);
    await report({ device: device.id, time: time + 1, oldToken: 1 });
    expect(await read(device.id)).toMatchObject({ body: { device: { oldToken: { lastCall: null } } } });
  });
});

it('the usage of a device follows its calls and replacements', async () => {
  const { device } = await add();
  const usage = async () => ((await read(device.id)).body as Shown).device['usage'];
  expect(await usage()).toBe('never_used');
  await report({ device: device.id, time: app.clock.now() });
  await app.clock.advance(30 * 86_400_000 - 1);
  expect(await usage()).toBe('in_use');
  await app.clock.advance(1);
  expect(await usage()).toBe('not_used_for_30_days');
  await replace(device.id);
  expect(await usage()).toBe('in_use');
});
