// Changes of a configuration: version headers, conflict detection by If-Match, and the history.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxVersion } from '../../../../domain/access/configuration.js';
import { testConsole, type TestReply, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const studio = '/api/studios/studio-1';
const tagOf = ({ headers }: TestReply): string => String(headers.etag);
const versionOf = ({ headers }: TestReply): number => Number(headers['x-configuration-version']);
const send = (method: string, url: string, body: unknown, tag?: string) =>
  app.operate(method, url, body, tag === undefined ? {} : { 'if-match': tag });
const addDevice = async (name = 'Panel') => {
  const added = await app.operate('POST', `${studio}/devices`, { name, access: 'read_only' });
  return { added, path: `${studio}/devices/${(added.body as { device: { id: string } }).device.id}` };
};

beforeEach(async () => {
  app = await testConsole();
});

describe.each(['access', 'features'])('the section %s', (section) => {
  const path = `${studio}/${section}`;
  const another = async () => {
    const body = (await app.operate('GET', path)).body as Record<string, unknown>;
    return section === 'access' ? { ...body, apiEnabled: false } : { ...body, signals: { read: false, control: true } };
  };

  it('is not overwritten with an outdated If-Match', async () => {
    const seen = await app.operate('GET', path);
    const changed = await send('PUT', path, await another(), tagOf(seen));
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(seen));
    expect(await send('PUT', path, seen.body, tagOf(seen))).toMatchObject({
      status: 412,
      body: { ok: false, error: 'changed_meanwhile' },
    });
    expect(await app.operate('GET', path)).toMatchObject({ body: changed.body, headers: { etag: tagOf(changed) } });
    expect((await send('PUT', path, seen.body, `"x", ${tagOf(changed)}`)).status).toBe(200);
  });

  it('is overwritten without If-Match, or with *', async () => {
    expect((await send('PUT', path, await another())).status).toBe(200);
    expect((await send('PUT', path, await another(), '*')).status).toBe(200);
  });

  it('keeps its tag when another section changes', async () => {
    const seen = await app.operate('GET', path);
    await addDevice();
    expect((await send('PUT', path, await another(), tagOf(seen))).status).toBe(200);
  });
});

describe('the highest version', () => {
  it('is followed by none: a change is refused, and nothing is written', async () => {
    await app.ports.store.change('studio-1', ({ configuration }) =>
      E.right({ configuration: { ...configuration, version: maxVersion - 1 }, section: 'studio' }),
    );
    const { added, path } = await addDevice();
    expect([added.status, versionOf(added)]).toEqual([201, maxVersion]);
    expect(await app.operate('POST', `${path}/revoke`)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await app.operate('GET', path)).toMatchObject({ body: { device: { state: 'active' } } });
  });
});

describe('a device', () => {
  it('is not overwritten with an outdated If-Match, whatever happens to other devices', async () => {
    const { added, path } = await addDevice();
    await addDevice('Another');
    const seen = await app.operate('GET', path);
    expect(tagOf(seen)).toBe(tagOf(added));
    const changed = await send('PATCH', path, { name: 'Desk' }, tagOf(seen));
    expect(changed.status).toBe(200);
    for (const [method, url, body] of [
      ['PATCH', path, { name: 'Rack' }],
      ['POST', `${path}/revoke`, undefined],
      ['DELETE', path, undefined],
    ] as const)
      expect((await send(method, url, body, tagOf(seen))).status).toBe(412);
    expect((await app.operate('GET', path)).body).toMatchObject({ device: { name: 'Desk', state: 'active' } });
    expect((await send('DELETE', path, undefined, tagOf(changed))).status).toBe(204);
    expect((await send('PATCH', path, { name: 'Rack' }, tagOf(changed))).status).toBe(404);
  });
});

describe('every response to a change', () => {
  it('has the version that includes the change', async () => {
    const first = (await app.ports.store.studio('studio-1'))?.configuration.version ?? NaN;
    const { added, path } = await addDevice();
    const access = (await app.operate('GET', `${studio}/access`)).body;
    const answers = [
      added,
      await app.operate('PATCH', path, { name: 'Desk' }),
      await app.operate('POST', `${path}/revoke`),
      await app.operate('DELETE', path),
      await app.operate('PUT', `${studio}/access`, access),
      await app.operate('PATCH', studio, { name: 'Another' }),
      await app.operate('POST', `${studio}/key`),
      await app.operate('DELETE', `${studio}/key`),
    ];
    expect(answers.map((answer) => versionOf(answer) - first)).toEqual([1, 2, 3, 4, 4, 4, 4, 4]);
    const entered = await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    expect(versionOf(entered)).toBe((await app.ports.store.studio('studio-2'))?.configuration.version);
  });
});

describe('the history', () => {
  const changes = async (query = '') =>
    ((await app.operate('GET', `${studio}/changes${query}`)).body as { changes: { id: number; summary: string }[] })
      .changes;

  it('is read page by page', async () => {
    for (const name of ['a', 'b', 'c']) await addDevice(name);
    const [first, second, ...rest] = await changes();
    expect(await changes('?limit=2')).toEqual([first, second]);
    expect(await changes(`?limit=200&before=${String(second?.id)}`)).toEqual(rest);
    for (const query of ['?limit=0', '?limit=201', '?limit=x', '?before=x', '?limit=1&limit=2'])
      expect((await app.operate('GET', `${studio}/changes${query}`)).status).toBe(400);
  });
});
