// Entity tags of changes: which states they tell apart, and that an outdated one is refused although nothing would change.
import { beforeEach, expect, it } from 'vitest';
import { testConsole, type ConsoleUnderTest, type TestReply } from '../console.js';

let app: ConsoleUnderTest;
const studio = '/api/studios/studio-1';
let device: string;
const tagOf = ({ headers }: TestReply): string => String(headers.etag);
const send = (method: string, path: string, tag: string, body?: unknown) =>
  app.operate(method, studio + path, body, { 'if-match': tag });
const get = (path: string) => app.operate('GET', studio + path);

beforeEach(async () => {
  app = await testConsole();
  const added = await app.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
  device = (added.body as { device: { id: string } }).device.id;
  await app.operate('POST', `${studio}/devices`, { name: 'Another', access: 'read_only' });
});

it.each([
  ['PUT', '/access', async () => (await get('/access')).body],
  ['PUT', '/features', async () => (await get('/features')).body],
  ['PUT', '/labels', () => Promise.resolve({ labels: [] })],
  ['PATCH', '/devices', () => Promise.resolve({ devices: [device], changes: { access: 'read_only' } })],
  ['PATCH', '/devices/:device', () => Promise.resolve({ name: 'Panel' })],
])('%s %s that would change nothing is refused with an outdated tag', async (method, path, bodyOf) => {
  const body = await bodyOf();
  const at = path.replace(':device', device);
  expect(await send(method, at, '"outdated"', body)).toMatchObject({
    status: 412,
    body: { error: 'changed_meanwhile' },
  });
  const done = await send(method, at, '*', body);
  expect(done.status).toBe(200);
  expect((await send(method, at, tagOf(done), body)).status).toBe(200);
});

it.each([
  ['PATCH', '/devices', () => ({ devices: [device], changes: { access: 'read_and_control' } })],
  ['POST', '/devices/revoke', () => ({ devices: [device] })],
  ['POST', '/devices/import', () => ({ devices: [{ name: 'Third', access: 'read_only' }] })],
])('%s %s returns the tag of all devices', async (method, path, bodyOf) => {
  const done = await send(method, path, '*', bodyOf());
  expect(done.status).toBeLessThan(300);
  expect(tagOf(done)).toBe(tagOf(await get('/devices')));
});

it('the end of an old token changes the tag of its device, and of all devices', async () => {
  await app.operate('POST', `${studio}/devices/${device}/replace`, { overlapMs: 60_000 });
  const tags = async () => [tagOf(await get('/devices')), tagOf(await get(`/devices/${device}`))];
  const [ofAll = '', ofOne = ''] = await tags();
  expect((await app.operate('POST', `${studio}/devices/${device}/end-old-token`)).status).toBe(200);
  expect((await send('PATCH', `/devices/${device}`, ofOne, { name: 'Desk' })).status).toBe(412);
  expect((await send('POST', '/devices/revoke', ofAll, { devices: [device] })).status).toBe(412);
});

it('a token that replaces another one at once changes the tag of its device, and of all devices', async () => {
  const replace = () => app.operate('POST', `${studio}/devices/${device}/replace`, { overlapMs: 0 });
  const tags = async () => [tagOf(await get('/devices')), tagOf(await get(`/devices/${device}`))];
  const before = await tags();
  await app.clock.advance(1_000);
  expect((await replace()).status).toBe(201);
  const after = await tags();
  expect(after).not.toContain(before[0]);
  expect(after).not.toContain(before[1]);
  expect((await send('PATCH', `/devices/${device}`, before[1] ?? '', { name: 'Desk' })).status).toBe(412);
});

it('a second replacement changes the tag, also if both old tokens end with the expiry of the device', async () => {
  await app.operate('PATCH', `${studio}/devices/${device}`, { expiresAt: '2021-03-01T13:00:00Z' });
  const tagAfterReplacement = async () => {
    expect((await app.operate('POST', `${studio}/devices/${device}/replace`, {})).status).toBe(201);
    return tagOf(await get(`/devices/${device}`));
  };
  const first = await tagAfterReplacement();
  await app.clock.advance(1_000);
  expect(await tagAfterReplacement()).not.toBe(first);
});

it('the tag of a restoration follows its own device, and no other', async () => {
  await app.operate('PATCH', `${studio}/devices/${device}`, { name: 'Desk' });
  const { changes } = (await get('/changes')).body as { changes: readonly { readonly id: number }[] };
  const path = `/changes/${String(changes[0]?.id)}/restore`;
  const shown = tagOf(await get(path));
  await app.operate('POST', `${studio}/devices`, { name: 'Third', access: 'read_only' });
  expect(tagOf(await get(path))).toBe(shown);
  await app.operate('PATCH', `${studio}/devices/${device}`, { access: 'read_and_control' });
  expect(tagOf(await get(path))).not.toBe(shown);
});

it('a long reply with a tag is not compressed, so that no proxy weakens its tag', async () => {
  const access = (await get('/access')).body as object;
  const listedDevices = Array.from({ length: 1_500 }, (_, at) => ({
    address: `10.1.${String(at >> 8)}.${String(at & 255)}`,
    label: `label ${String(at)}`,
  }));
  const changed = await app.operate('PUT', `${studio}/access`, { ...access, listedDevices });
  const read = await app.operate('GET', `${studio}/access`, undefined, { 'accept-encoding': 'gzip' });
  expect(read.text.length).toBeGreaterThan(65_536);
  expect([tagOf(read), read.headers['content-encoding']]).toEqual([tagOf(changed), undefined]);
});
