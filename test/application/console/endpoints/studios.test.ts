// The management API: studios, and their access settings, features and devices.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { consoleCatalogue } from '../../../../application/console/catalogue.js';
import { ensureStudio } from '../../../../application/console/endpoints/ensure-studio.js';
import { hashToken } from '../../../../adapters/node/secrets.js';
import { currentConsoleDocument } from '../../../openapi/frozen-documents.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';

/** An operation with an example of its body. */
interface DescribedBody {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
}

let app: ConsoleUnderTest;
const studio = '/api/studios/studio-1';
const firstVersion = () => Math.floor(app.clock.now() / 1_000);
const desiredVersion = async (): Promise<number> => {
  const { studios } = (await app.operate('GET', '/api/studios')).body as { studios: { desiredVersion: number }[] };
  return studios[0]?.desiredVersion ?? NaN;
};
const addDevice = async (settings: object) =>
  (await app.operate('POST', `${studio}/devices`, settings)).body as {
    device: Record<string, unknown> & { id: string };
    token: string;
  };
const listedDevices = async () =>
  ((await app.operate('GET', `${studio}/devices`)).body as { devices: { id: string; state: string }[] }).devices;

beforeEach(async () => {
  app = await testConsole();
});

describe('studios', () => {
  it('are listed with their sync status; the first version is the time of their creation in seconds', async () => {
    const { status, body } = await app.operate('GET', '/api/studios');
    expect(status).toBe(200);
    const appliedVersion = null;
    expect(body).toEqual({
      studios: [
        {
          id: 'studio-1',
          name: 'Studio One',
          connected: false,
          desiredVersion: firstVersion(),
          appliedVersion,
          apiEnabled: true,
          labels: [],
          appliedAt: null,
          confirmedAt: null,
          disconnectedAt: null,
          key: 'set',
          oldKey: null,
          keyInUse: null,
          refusal: null,
          service: null,
          editing: null,
        },
      ],
      next: null,
    });
  });

  it('are added once, with a key that is returned once and stored as a hash', async () => {
    const { status, body } = await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    const { key } = body as { key: string };
    expect(status).toBe(201);
    expect(body).toMatchObject({ studio: { id: 'studio-2', name: 'Two' } });
    expect(key).toMatch(/^studio_[0-9a-z]{40}$/);
    expect(JSON.stringify(await app.ports.store.studio('studio-2'))).not.toContain(key);
    expect((await app.operate('GET', '/api/studios')).text).not.toContain(key);
    expect((await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Again' })).status).toBe(409);
  });

  it('are read one by one, renamed and removed', async () => {
    expect((await app.operate('GET', studio)).body).toMatchObject({ studio: { id: 'studio-1', name: 'Studio One' } });
    const renamed = await app.operate('PATCH', studio, { name: 'Another' });
    expect(renamed).toMatchObject({ status: 200, body: { studio: { id: 'studio-1', name: 'Another' } } });
    expect((await app.operate('PATCH', studio, { name: '' })).status).toBe(400);
    expect((await app.operate('DELETE', studio)).status).toBe(204);
    expect((await app.operate('GET', '/api/studios')).body).toEqual({ studios: [], next: null });
  });

  it('show whether they have a key, and whether their service refused its configuration', async () => {
    const report = (body: object) =>
      app.call('POST', '/sync/applied', { body, headers: { authorization: basic('studio-1', app.key) } });
    const shown = async () => ((await app.operate('GET', studio)).body as { studio: unknown }).studio;
    await report({ version: 7, refused: 'devices[0]: expected less svc_0123456789abcdefghijklmnopqrstuv' });
    const time = new Date(app.clock.now()).toISOString();
    const refusal = { version: firstVersion(), reason: 'devices[0]: expected less ***', time };
    expect(await shown()).toMatchObject({ appliedVersion: 7, key: 'set', refusal });
    await report({ version: 8 });
    await app.operate('DELETE', `${studio}/key`);
    expect(await shown()).toMatchObject({ appliedVersion: 8, key: 'none', refusal: null });
  });

  it.each([[{ id: 'a:b', name: 'x' }], [{ id: '', name: 'x' }], [{ id: 'a/b', name: 'x' }], [{ id: 'a' }]])(
    'are refused with an invalid id or name: %j',
    async (body) => {
      expect(await app.operate('POST', '/api/studios', body)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'invalid_parameter' },
      });
    },
  );

  it('are not found by any endpoint if they are unknown', async () => {
    // The document's example of a listed address is only a text.
    const valid: Readonly<Record<string, unknown>> = {
      '/api/studios/{id}/access': (await app.operate('GET', `${studio}/access`)).body,
    };
    const calls = Object.entries(currentConsoleDocument().paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const { requestBody } = operation as DescribedBody;
        return {
          method: method.toUpperCase(),
          path,
          body: requestBody && (valid[path] ?? requestBody.content['application/json'].example),
        };
      }),
    );
    const ofStudio = calls.filter(({ path }) => path.startsWith('/api/studios/{id}'));
    expect(ofStudio.length).toBeGreaterThan(30);
    for (const { method, path, body } of ofStudio) {
      const url = path
        .replace('{id}', 'nowhere')
        .replace('{change}', '1')
        .replace(/\{.*?\}/g, 'x');
      expect(await app.operate(method, url, body), url).toMatchObject({
        status: 404,
        body: { ok: false, error: 'not_found', message: 'there is no studio "nowhere"' },
      });
    }
  });
});

describe('ensureStudio', () => {
  const one = { id: 'studio-1', name: 'Studio One' };

  it('adds an unknown studio, and does not change a known one whose key is known', async () => {
    const entered = await ensureStudio(app.ports, { id: 'demo', name: 'Demo' });
    expect(E.isRight(entered)).toBe(true);
    expect(await ensureStudio(app.ports, one, app.key)).toEqual(E.right({ key: app.key }));
  });

  it('replaces a key that is not known', async () => {
    const ensured = await ensureStudio(app.ports, one, 'lost');
    expect(ensured).not.toEqual(E.right({ key: app.key }));
    const key = E.isRight(ensured) ? ensured.right.key : '';
    const statusWith = async (shown: string) =>
      (await app.call('GET', '/sync/configuration', { headers: { authorization: basic('studio-1', shown) } })).status;
    expect([await statusWith(app.key), await statusWith(key)]).toEqual([401, 200]);
    expect(await ensureStudio(app.ports, one, key)).toEqual(E.right({ key }));
    await app.operate('POST', `${studio}/key`);
    expect(await statusWith(key)).toBe(200);
    expect(await ensureStudio(app.ports, one, key)).not.toEqual(E.right({ key }));
  });

  it('rejects an invalid id', async () => {
    expect(await ensureStudio(app.ports, { id: 'a:b', name: 'x' })).toMatchObject({
      left: { code: 'invalid_parameter' },
    });
  });
});

describe('access', () => {
  const whole = {
    apiEnabled: false,
    accessWithoutToken: 'listed',
    listedDevices: [{ address: '10.0.0.0/8', label: 'desk' }],
    legacyAuthorization: false,
  };

  it('is replaced as a whole, with the next version', async () => {
    expect(await app.operate('PUT', `${studio}/access`, whole)).toMatchObject({ status: 200, body: whole });
    expect((await app.operate('GET', `${studio}/access`)).body).toEqual(whole);
    expect(await desiredVersion()).toBe(firstVersion() + 1);
  });

  it('keeps its version if nothing changes, whatever the order of fields and with unknown ones', async () => {
    await app.operate('PUT', `${studio}/access`, whole);
    const { apiEnabled, ...rest } = whole;
    await app.operate('PUT', `${studio}/access`, { ...rest, apiEnabled, unknown: 1 });
    expect(await desiredVersion()).toBe(firstVersion() + 1);
  });

  it('drops unknown fields', async () => {
    const entry = { address: '10.0.0.1', label: 'x', extra: 1 };
    await app.operate('PUT', `${studio}/access`, { ...whole, extra: 1, listedDevices: [entry] });
    const stored = (await app.ports.store.studio('studio-1'))?.configuration.access;
    expect(stored).toEqual({ ...whole, listedDevices: [{ address: '10.0.0.1', label: 'x' }] });
  });

  it('names the invalid field and what is expected', async () => {
    const listed = [
      { address: '10.0.0.1', label: 'a' },
      { address: '::/0', label: 'b' },
      { address: '10.0.0.0/33', label: 'c' },
    ];
    const { status, body } = await app.operate('PUT', `${studio}/access`, { ...whole, listedDevices: listed });
    expect(status).toBe(400);
    expect(body).toEqual({
      ok: false,
      error: 'invalid_parameter',
      message: 'listedDevices[2].address: expected an IPv4 or IPv6 address or CIDR range',
      issues: [{ path: 'listedDevices[2].address', expected: 'an IPv4 or IPv6 address or CIDR range' }],
    });
    expect(await desiredVersion()).toBe(firstVersion());
  });

  it.each(['', '{', 'null', '[]', '"x"'])('refuses a body that is not a JSON object: %j', async (body) => {
    expect(await app.operate('PUT', `${studio}/access`, body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', message: expect.stringMatching(/^body: expected/) as unknown },
    });
  });

  it('refuses a body with another content type than JSON', async () => {
    const headers = { 'content-type': 'text/plain', authorization: `Basic ${btoa('admin:correct horse')}` };
    const answer = await app.call('PUT', `${studio}/access`, { body: whole, headers });
    expect(answer.status).toBe(400);
  });
});

describe('features', () => {
  it('are switched, and refused unless all of them are specified', async () => {
    const all = (await app.operate('GET', `${studio}/features`)).body as Record<string, unknown>;
    const switched = { ...all, signals: { read: true, control: false } };
    expect(await app.operate('PUT', `${studio}/features`, switched)).toMatchObject({ status: 200, body: switched });
    expect(await desiredVersion()).toBe(firstVersion() + 1);
    expect(await app.operate('PUT', `${studio}/features`, { signals: switched.signals })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('system: expected an object') as unknown },
    });
  });
});

describe('devices', () => {
  it('@TOKEN-10: are added with a token that is returned once and stored as a hash that is never returned', async () => {
    const settings = {
      name: 'Panel',
      access: 'read_only',
      station: 'alpha',
      fixedAddress: '10.0.0.9',
      features: ['signals'],
    };
    const { status, body } = await app.operate('POST', `${studio}/devices`, settings);
    const { device, token } = body as Awaited<ReturnType<typeof addDevice>>;
    expect(status).toBe(201);
    const untouched = { panel: null, operations: [], state: 'active', lastCall: null, expiresAt: null, oldToken: null };
    const derived = { tokenState: 'active', usage: 'never_used', issuedAt: '2021-03-01T12:00:00.000Z' };
    expect(device).toEqual({ ...settings, ...untouched, ...derived, id: device.id });
    expect(token).toMatch(/^svc_[0-9a-z]{32}$/);
    const list = await app.operate('GET', `${studio}/devices`);
    expect(list.body).toEqual({ devices: [device] });
    expect(list.text).not.toContain(token);
    expect(list.text).not.toContain(hashToken(token));
    const stored = JSON.stringify(await app.ports.store.studio('studio-1'));
    expect(stored).toContain(hashToken(token));
    expect(stored).not.toContain(token);
    expect(app.log.lines.join()).not.toContain(token);
  });

  it.each([
    [{ access: 'read_only' }, 'name: expected a text of 1 to 64 characters without control or invisible characters'],
    [
      { name: 'a\nb', access: 'read_only' },
      'name: expected a text of 1 to 64 characters without control or invisible characters',
    ],
    [{ name: 'x', access: 'all' }, 'access: expected one of read_only, read_and_control'],
    [
      { name: 'x', access: 'read_only', fixedAddress: '10.0.0.0/8' },
      'fixedAddress: expected an IPv4 or IPv6 address or null',
    ],
    [
      { name: 'x', access: 'read_only', station: 5 },
      'station: expected a text of 1 to 64 characters without control or invisible characters or null; put it in quotes',
    ],
  ])('are refused with the invalid field: %j', async (settings, message) => {
    expect(await app.operate('POST', `${studio}/devices`, settings)).toMatchObject({ status: 400, body: { message } });
  });

  it('with a name from before that rule are shown, changed and renamed', async () => {
    const { device } = await addDevice({ name: 'Panel', access: 'read_only' });
    const name = 'Pan\u202eel';
    await app.ports.store.change('studio-1', ({ configuration }) =>
      E.right({
        configuration: { ...configuration, devices: configuration.devices.map((stored) => ({ ...stored, name })) },
        section: 'devices',
        historyEntry: { time: 0, operator: 'test', action: 'test', summary: '' },
      }),
    );
    expect(await listedDevices()).toMatchObject([{ name }]);
    const change = (changes: object) => app.operate('PATCH', `${studio}/devices/${device.id}`, changes);
    expect(await change({ access: 'read_and_control' })).toMatchObject({ status: 200, body: { device: { name } } });
    expect(await change({ name: 'Panel' })).toMatchObject({ status: 200, body: { device: { name: 'Panel' } } });
  });

  it('are changed only in the specified fields', async () => {
    const { device } = await addDevice({ name: 'Panel', access: 'read_only', station: 'alpha' });
    const sent = { access: 'read_and_control', station: null, state: 'revoked', id: 'other', tokenHash: 'x' };
    const changed = { ...device, access: 'read_and_control', station: null };
    expect(await app.operate('PATCH', `${studio}/devices/${device.id}`, sent)).toMatchObject({
      status: 200,
      body: { device: changed },
    });
    expect(await listedDevices()).toEqual([changed]);
    expect(await desiredVersion()).toBe(firstVersion() + 2);
    await app.operate('PATCH', `${studio}/devices/${device.id}`, {});
    await app.operate('PATCH', `${studio}/devices/${device.id}`, { station: null });
    expect(await desiredVersion()).toBe(firstVersion() + 2);
  });

  it('are revoked and stay on the list, even when revoked twice', async () => {
    const { device } = await addDevice({ name: 'Panel', access: 'read_only' });
    for (const _time of ['once', 'twice'])
      expect(await app.operate('POST', `${studio}/devices/${device.id}/revoke`)).toMatchObject({
        status: 200,
        body: { device: { ...device, state: 'revoked', tokenState: 'revoked' } },
      });
    expect((await listedDevices()).map(({ state }) => state)).toEqual(['revoked']);
    expect(await desiredVersion()).toBe(firstVersion() + 2);
  });
});

describe('a request outside the API', () => {
  it('gets 405 with the allowed methods', async () => {
    const answer = await app.operate('DELETE', `${studio}/access`);
    expect(answer).toMatchObject({ status: 405, body: { ok: false, error: 'method_not_allowed' } });
    expect(answer.headers.allow).toBe('GET, PUT, HEAD');
  });

  it('gets JSON for unknown and malformed paths', async () => {
    expect(await app.operate('GET', '/api/nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await app.operate('GET', '/api/studios/%ff/access')).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    });
  });

  it('gets no details of a failure of the store', async () => {
    await app.ports.store.close();
    const { status, text } = await app.operate('GET', '/api/studios');
    expect(status).toBe(500);
    expect(text).not.toMatch(/sql|database/i);
  });
});

it('gives every endpoint a unique name, a unique route and a summary', () => {
  expect(new Set(consoleCatalogue.map(({ name }) => name)).size).toBe(consoleCatalogue.length);
  expect(new Set(consoleCatalogue.map(({ intent, path }) => `${intent} ${path}`)).size).toBe(consoleCatalogue.length);
  expect(consoleCatalogue.length).toBeGreaterThan(0);
  for (const { summary } of consoleCatalogue) expect(summary).toMatch(/^[A-Z].*[^.]$/);
});
