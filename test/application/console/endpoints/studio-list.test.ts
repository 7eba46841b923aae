// Many studios at the console: the list is compressed, and the change feed can send all of them at once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { until } from '../../../adapters/cloud/link.js';
import { asAdmin, basic, followEvents, listeningUrl, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
let url: string;

beforeEach(async () => {
  app = await testConsole();
  url = await listeningUrl(app);
});
afterEach(() => app.server.close(0));

const addStudios = async (count: number): Promise<void> => {
  const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: '' };
  for (let index = 0; index < count; index += 1) {
    const id = `many-${String(index)}`;
    const studio = { studio: { id, name: id }, keyHash: null, configuration: defaultConfiguration(id) };
    await app.ports.store.addStudio({ ...studio, appliedVersion: null }, historyEntry);
  }
};

describe('the list of studios', () => {
  const read = async (more: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/studios`, { headers: { ...asAdmin, ...more } });
    const { studios } = (await response.json()) as { studios: unknown[] };
    const sent = ['content-encoding', 'vary', 'etag'].map((name) => response.headers.get(name));
    return { sent, count: studios.length };
  };

  it('is compressed if it is long and the client accepts gzip', async () => {
    await addStudios(500);
    expect(await read({ 'accept-encoding': 'gzip' })).toEqual({ sent: ['gzip', 'Accept-Encoding', null], count: 501 });
    expect(await read({ 'accept-encoding': 'identity' })).toEqual({ sent: [null, null, null], count: 501 });
  });

  it('is not compressed if it is short', async () => {
    expect(await read({ 'accept-encoding': 'gzip' })).toEqual({ sent: [null, null, null], count: 1 });
  });
});

describe('@FLEET-4: the list of studios in pages', () => {
  const page = async (query: string, operator = asAdmin.authorization) => {
    const answer = await app.call('GET', `/api/studios${query}`, { headers: { authorization: operator } });
    const { studios, next } = answer.body as { studios: { id: string }[]; next: string | null };
    return { ids: studios.map(({ id }) => id), next };
  };

  it('continues after the last studio of the page before, until there is none', async () => {
    await addStudios(4);
    expect(await page('?limit=2')).toEqual({ ids: ['many-0', 'many-1'], next: 'many-1' });
    expect(await page('?limit=2&after=many-1')).toEqual({ ids: ['many-2', 'many-3'], next: 'many-3' });
    expect(await page('?limit=2&after=many-3')).toEqual({ ids: ['studio-1'], next: null });
    expect(await page('?limit=5')).toEqual({ ids: ['many-0', 'many-1', 'many-2', 'many-3', 'studio-1'], next: null });
  });

  it('reads only the studios that it returns', async () => {
    await addStudios(4);
    const read = vi.spyOn(app.ports.store, 'syncStatuses');
    await page('?limit=2&after=many-0');
    expect(read.mock.calls).toEqual([[['many-1', 'many-2']]]);
  });

  it('has only the studios that the operator may see', async () => {
    await addStudios(4);
    const studioRoles = { 'many-1': 'viewer', 'many-0': 'viewer', 'many-3': 'operator' };
    const vera = { username: 'vera', role: null, studioRoles, password: 'very secret' };
    await app.operate('POST', '/api/operators', vera);
    const authorization = basic(vera.username, vera.password);
    expect(await page('?limit=2', authorization)).toEqual({ ids: ['many-0', 'many-1'], next: 'many-1' });
    expect(await page('?limit=2&after=many-1', authorization)).toEqual({ ids: ['many-3'], next: null });
    expect(await page('', authorization)).toEqual({ ids: ['many-0', 'many-1', 'many-3'], next: null });
  });

  it('names what is wrong with its parameters', async () => {
    for (const [query, name] of [
      ['?limit=0', 'limit'],
      ['?limit=2001', 'limit'],
      ['?after=%20', 'after'],
    ] as const) {
      const { status, body } = await app.operate('GET', `/api/studios${query}`);
      expect([status, body]).toMatchObject([400, { error: 'invalid_parameter' }]);
      expect((body as { message: string }).message).toContain(name);
    }
  });
});

describe('@CONSOLE-19: the change feed with all studios together', () => {
  const follow = async (authorization = asAdmin.authorization) => {
    const { events } = await followEvents(`${url}/api/events?studios=together`, { authorization });
    await until(() => events.length > 0);
    return events;
  };
  const idsOf = (event: { readonly data: unknown } | undefined): readonly string[] =>
    (event?.data as { studios: { id: string }[] }).studios.map(({ id }) => id);

  it('begins with one event, and sends each change as the other one does', async () => {
    await addStudios(2);
    const events = await follow();
    expect(events).toHaveLength(1);
    expect(idsOf(events[0]).toSorted()).toEqual(['many-0', 'many-1', 'studio-1']);
    await app.operate('PATCH', '/api/studios/studio-1', { name: 'Another' });
    await until(() => events.length > 1);
    expect(events[1]).toMatchObject({ event: 'studio', data: { id: 'studio-1', name: 'Another' } });
  });

  it('contains only the studios that the operator may see', async () => {
    await addStudios(2);
    const vera = { username: 'vera', role: null, studioRoles: { 'many-1': 'viewer' }, password: 'very secret' };
    expect(await app.operate('POST', '/api/operators', vera)).toMatchObject({ status: 201 });
    const [first] = await follow(basic(vera.username, vera.password));
    expect(idsOf(first)).toEqual(['many-1']);
  });
});
