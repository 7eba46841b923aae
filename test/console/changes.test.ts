// Changes: told with their version, never overwriting what somebody else has changed meanwhile, and noted.
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, basic, testConsole, type Answer, type TestConsole } from './console.js';

let made: TestConsole;
const studio = '/api/studios/studio-1';
const tagOf = ({ headers }: Answer): string => String(headers.etag);
const versionOf = ({ headers }: Answer): number => Number(headers['x-configuration-version']);
const send = (method: string, url: string, body: unknown, tag?: string) =>
  made.call(method, url, {
    body,
    headers: {
      authorization: basic(admin.username, admin.password),
      ...(tag === undefined ? {} : { 'if-match': tag }),
    },
  });
const addDevice = async (name = 'Panel') => {
  const added = await made.operate('POST', `${studio}/devices`, { name, access: 'read_only' });
  return { added, path: `${studio}/devices/${(added.body as { device: { id: string } }).device.id}` };
};

beforeEach(async () => {
  made = await testConsole();
});

describe.each(['access', 'features'])('the section %s', (section) => {
  const path = `${studio}/${section}`;
  const another = async () => {
    const body = (await made.operate('GET', path)).body as Record<string, unknown>;
    return section === 'access' ? { ...body, apiEnabled: false } : { ...body, signals: { read: false, control: true } };
  };

  it('is not overwritten by who has seen it otherwise', async () => {
    const seen = await made.operate('GET', path);
    const changed = await send('PUT', path, await another(), tagOf(seen));
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(seen));
    expect(await send('PUT', path, seen.body, tagOf(seen))).toMatchObject({
      status: 412,
      body: { ok: false, error: 'changed_meanwhile' },
    });
    expect(await made.operate('GET', path)).toMatchObject({ body: changed.body, headers: { etag: tagOf(changed) } });
    expect((await send('PUT', path, seen.body, `"x", ${tagOf(changed)}`)).status).toBe(200);
  });

  it('is overwritten by who says nothing of what was seen, or takes anything', async () => {
    expect((await send('PUT', path, await another())).status).toBe(200);
    expect((await send('PUT', path, await another(), '*')).status).toBe(200);
  });

  it('is not touched by a change of another', async () => {
    const seen = await made.operate('GET', path);
    await addDevice();
    expect((await send('PUT', path, await another(), tagOf(seen))).status).toBe(200);
  });
});

describe('a device', () => {
  it('is not overwritten by who has seen it otherwise, whatever became of others', async () => {
    const { added, path } = await addDevice();
    await addDevice('Another');
    const seen = await made.operate('GET', path);
    expect(tagOf(seen)).toBe(tagOf(added));
    const changed = await send('PATCH', path, { name: 'Desk' }, tagOf(seen));
    expect(changed.status).toBe(200);
    for (const [method, url, body] of [
      ['PATCH', path, { name: 'Rack' }],
      ['POST', `${path}/revoke`, undefined],
      ['DELETE', path, undefined],
    ] as const)
      expect((await send(method, url, body, tagOf(seen))).status).toBe(412);
    expect((await made.operate('GET', path)).body).toMatchObject({ device: { name: 'Desk', state: 'active' } });
    expect((await send('DELETE', path, undefined, tagOf(changed))).status).toBe(204);
    expect((await send('PATCH', path, { name: 'Rack' }, tagOf(changed))).status).toBe(404);
  });
});

describe('every answer to a change', () => {
  it('tells the version that has it', async () => {
    const first = (await made.ports.store.studio('studio-1'))?.configuration.version ?? NaN;
    const { added, path } = await addDevice();
    const access = (await made.operate('GET', `${studio}/access`)).body;
    const answers = [
      added,
      await made.operate('PATCH', path, { name: 'Desk' }),
      await made.operate('POST', `${path}/revoke`),
      await made.operate('DELETE', path),
      await made.operate('PUT', `${studio}/access`, access),
      await made.operate('PATCH', studio, { name: 'Another' }),
      await made.operate('POST', `${studio}/key`),
      await made.operate('DELETE', `${studio}/key`),
    ];
    expect(answers.map((answer) => versionOf(answer) - first)).toEqual([1, 2, 3, 4, 4, 4, 4, 4]);
    const entered = await made.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    expect(versionOf(entered)).toBe((await made.ports.store.studio('studio-2'))?.configuration.version);
  });
});

describe('changes', () => {
  const changes = async (query = '') =>
    ((await made.operate('GET', `${studio}/changes${query}`)).body as { changes: { id: number; summary: string }[] })
      .changes;

  it('are noted with who made them and when, newest first', async () => {
    const { path } = await addDevice('Desk panel');
    await made.clock.advance(1_000);
    await made.operate('POST', `${path}/revoke`);
    await made.operate('POST', `${path}/revoke`);
    expect(await changes()).toMatchObject([
      {
        ...{ operator: 'admin', action: 'device.revoke', summary: 'revoked device "Desk panel"' },
        time: new Date(made.clock.now()).toISOString(),
      },
      { operator: 'admin', action: 'device.add', summary: 'added device "Desk panel"' },
      { operator: 'admin', action: 'studio.add', summary: 'entered the studio "Studio One"' },
    ]);
  });

  it('never show a secret, not even one in a name', async () => {
    await addDevice('svc_0123456789abcdefghijklmnopqrstuv');
    await made.operate('POST', `${studio}/key`);
    expect((await changes()).map(({ summary }) => summary)).toEqual([
      'replaced the studio key',
      'added device "***"',
      'entered the studio "Studio One"',
    ]);
  });

  it('are read page by page', async () => {
    for (const name of ['a', 'b', 'c']) await addDevice(name);
    const [first, second, ...rest] = await changes();
    expect(await changes('?limit=2')).toEqual([first, second]);
    expect(await changes(`?limit=200&before=${String(second?.id)}`)).toEqual(rest);
    for (const query of ['?limit=0', '?limit=201', '?limit=x', '?before=x', '?limit=1&limit=2'])
      expect((await made.operate('GET', `${studio}/changes${query}`)).status).toBe(400);
  });

  it('that removed a studio outlast it', async () => {
    await made.operate('DELETE', studio);
    expect((await made.operate('GET', '/api/changes')).body).toMatchObject({
      changes: [{ action: 'studio.remove', summary: 'removed the studio "studio-1"' }, {}],
    });
  });
});
