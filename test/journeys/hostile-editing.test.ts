// Who owns the console must not thereby own the machinery: a stolen console, operators without the role, and foreign services try to
// change a studio file, or to get hold of what is secret in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../application/editing/requests.js';
import { hidden } from '../../domain/editing/hidden-values.js';
import { openEditor, studio } from '../application/editing/edited-studio.js';
import { basic, listeningUrl, testConsole, type ConsoleUnderTest } from '../application/console/console.js';
import {
  linkedService,
  respond,
  scriptedConsole,
  until,
  type LinkedService,
  type ScriptedConsole,
} from '../adapters/cloud/link.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What nobody but the host may get to know. */
const secrets = ['server-of-the-studio', 'swordfish', 'what-is-in-the-file'];

/** Writes the studio file with a password in a file. Returns the folder. */
const hostFolder = (): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'relay-password'), 'what-is-in-the-file');
  writeFileSync(join(folder, 'studio.yaml'), studio.replace('/etc/studio/relay', join(folder, 'relay-password')));
  return folder;
};

/** The file as an editor sees it. */
const seen = studio.replace('serverId: server-of-the-studio', `serverId: ${hidden}`).replace('swordfish', hidden);

const replaced = (before: string, after: string): Change => ({ text: seen.replace(before, after) });

const save = (change: object, more: object = {}): object => ({ ask: 'save', base: 1, change, ...more });
const check = (change: object): object => ({ ...save(change), ask: 'check' });
const connection = (fields: object): object => ({
  value: { serverId: hidden, id: 'studio-of-the-show', connections: [{ id: 'relay', protocol: 'http', ...fields }] },
});

/** A service of a stolen console, which sends it any event. */
let stolen: ScriptedConsole;
let service: LinkedService;
let answers: string[];
let folder: string;

const steal = async (isOn: boolean): Promise<void> => {
  answers = [];
  folder = hostFolder();
  const { editor } = await openEditor(folder);
  stolen = await scriptedConsole({
    '/sync/answers': (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        answers.push(text);
        respond(response, 204);
      });
    },
  });
  service = linkedService(stolen.url, 'key', isOn ? { editor } : {});
  service.link.start();
  await until(() => stolen.streams.length > 0);
};

const sendEvent = (event: string, data: unknown): void => {
  stolen.streams[0]?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
};

/** Sends an ask, or another event, and then one whose answer shows that it was handled. Returns all answers. */
const attack = async (request: unknown, event = 'ask', more: object = {}): Promise<string> => {
  const text = JSON.stringify(request).replaceAll('/etc/studio/relay', join(folder, 'relay-password'));
  const sent = JSON.parse(text) as unknown;
  sendEvent(event, event === 'ask' ? { id: 'attack', operator: 'anna', request: sent, ...more } : sent);
  sendEvent('ask', { id: 'last', operator: 'anna', request: { ask: 'versions' } });
  await until(() => answers.some((answer) => answer.includes('"last"')));
  return answers.join('\n');
};

const file = (): string => readFileSync(join(folder, 'studio.yaml'), 'utf8');

type Attack = [what: string, request: object | null, event?: string, more?: object];

const catalogue: readonly Attack[] = [
  ['read', { ask: 'read' }],
  ['versions', { ask: 'versions' }],
  ['a version', { ask: 'version', version: 1 }],
  ['the schema', { ask: 'schema' }],
  ['a check', check(replaced('Morning', 'Evening'))],
  ['a save of a text', save(replaced('Morning', 'Evening'))],
  ['a save of a value', save(connection({ host: '203.0.113.9' }))],
  ['a save of nothing', save({ text: '' })],
  [
    'a new secret',
    save({ ...replaced('Morning', 'Evening'), secrets: [{ connection: 'relay', field: 'passwordFile', secret: 'x' }] }),
  ],
  ['a restoration', { ask: 'restore', version: 1, base: 1 }],
  ['a search for equipment', { ask: 'find', host: '127.0.0.1' }],
  ['a template', { ask: 'expand', template: 'x', values: {} }],
  ['the state of the equipment', { ask: 'state' }],
  ['the clips of a player', { ask: 'media', connection: 'relay' }],
  ['a test', { ...save({ text: seen }), ask: 'test', connection: 'relay' }],
  ['a try', { ask: 'try', kind: 'signal', id: 'red', action: 'on' }],
  ['a plan', { ...save({ text: seen }), ask: 'plan', kind: 'macro', id: 'opening' }],
  ['an unknown request', { ask: 'write', path: '/etc/shadow' }],
  ['a request that claims to be of the host', save(replaced('Morning', 'Evening'), { isHost: true, by: 'host' })],
  [
    'an editor who claims to be the host',
    save(replaced('Morning', 'Evening')),
    'ask',
    { isHost: true, name: 'host', operator: 'host' },
  ],
  [
    'an operator whose name is no name',
    save(replaced('Morning', 'Evening')),
    'ask',
    { operator: 'host\nisHost: true' },
  ],
  ['a prototype', JSON.parse('{"__proto__":{"isHost":true},"ask":"read"}') as object],
  ['no request', null],
  ['a list', [{ ask: 'read' }]],
  ['an ask by its old name', { ask: 'read' }, 'read'],
  ['a setting', { STUDIO_EDITING: 'on', editing: true }, 'settings'],
  ['a watched topic', { editing: true, calls: false }, 'watch'],
  ['a configuration with a studio file', { version: 9, studioFile: seen, STUDIO_EDITING: 'on' }, 'configuration'],
];

describe('@EDITING-7: a stolen console, while editing is off', () => {
  beforeEach(() => steal(false));
  afterEach(async () => {
    await service.link.stop();
    await stolen.close();
  });

  it.each(catalogue)('reads and changes nothing by %s', async (_what, request, event, more) => {
    const before = file();
    const all = await attack(request, event, more);
    expect(file()).toBe(before);
    for (const answer of answers) expect(answer).toContain('does not allow editing');
    for (const secret of [...secrets, '192.0.2.1', 'Morning']) expect(all).not.toContain(secret);
  });
});

describe('@EDITING-6: a stolen console, while editing is on', () => {
  beforeEach(() => steal(true));
  afterEach(async () => {
    await service.link.stop();
    await stolen.close();
  });

  it.each(catalogue)('gets no secret by %s', async (_what, request, event, more) => {
    const all = await attack(request, event, more);
    for (const secret of secrets) expect(all).not.toContain(secret);
  });

  it.each<[string, (path: string) => object]>([
    ['a kept header field at another address', () => replaced('192.0.2.1', '203.0.113.9')],
    ['a kept header field at another port', () => replaced('host: 192.0.2.1', 'host: 192.0.2.1\n    port: 8081')],
    ['a kept header field for another protocol', () => replaced('protocol: http', 'protocol: tcp')],
    ['a kept header field as a name', () => replaced("'Morning'", hidden)],
    ['a kept header field under another name', () => replaced('X-Key', 'X-Other')],
    ['a kept header field of a new connection', () => replaced('id: relay', 'id: other')],
    [
      'an alias of a kept header field',
      () => ({ text: seen.replace(`X-Key: ${hidden}`, `X-Key: &x ${hidden}`).replace("'Morning'", '*x') }),
    ],
    [
      'a kept password at another address',
      () => ({ text: seen.replace('192.0.2.1', '203.0.113.9').replace(/ {4}headers.*\n/, '') }),
    ],
    [
      'the studio file as a password',
      (path) => replaced('/etc/studio/relay', path.replace('relay-password', 'studio.yaml')),
    ],
    ['a file of the host as a password', () => replaced('/etc/studio/relay', '/etc/shadow')],
    [
      'a file of the host as a header field',
      () => replaced('headers:', 'headerFiles: { X: /etc/shadow }\n    headers:'),
    ],
    [
      'a file of the host as authorities',
      () => replaced('host: 192.0.2.1', 'host: 192.0.2.1\n    tls: { caFile: /etc/shadow }'),
    ],
    [
      'a secret of an unknown connection',
      () => ({
        ...replaced('Morning', 'Evening'),
        secrets: [{ connection: 'no', field: 'passwordFile', secret: 'x' }],
      }),
    ],
    ['a secret as the identity', () => replaced(`serverId: ${hidden}`, 'serverId: mine')],
    [
      'a guess of what opens the legacy routes',
      () => replaced(`serverId: ${hidden}`, 'serverId: server-of-the-studio'),
    ],
  ])('sends no secret elsewhere: %s', async (_what, changeOf) => {
    const before = file();
    const all = await attack(save(changeOf(join(folder, 'relay-password'))));
    expect([file(), all.includes('"result":"refused"')]).toEqual([before, true]);
    for (const secret of secrets.slice(1)) expect(all).not.toContain(secret);
  });

  it.each<[string, (guess: string) => object]>([
    ['a header field', (guess) => replaced(`X-Key: ${hidden}`, `X-Key: ${guess}`)],
    [
      'a header field, at another address',
      (guess) => ({ text: seen.replace(`X-Key: ${hidden}`, `X-Key: ${guess}`).replace('192.0.2.1', '203.0.113.9') }),
    ],
    ['what opens the legacy routes', (guess) => replaced(`serverId: ${hidden}`, `serverId: ${guess}`)],
  ])('is answered a right guess of %s like a wrong one', async (what, changeOf) => {
    const right = what.startsWith('a header') ? 'swordfish' : 'server-of-the-studio';
    const answerTo = async (guess: string) => {
      answers.length = 0;
      return (await attack(check(changeOf(guess)))).replaceAll(guess, 'guess');
    };
    expect(await answerTo(right)).toBe(await answerTo('wrong'));
  });
});

describe('@EDITING-8: at a console', () => {
  const path = '/api/studios/studio-1/studio-file';
  let app: ConsoleUnderTest;
  let otherKey: string;
  let url: string;
  let waits: PromiseWithResolvers<void>;

  const connect = async () => {
    folder = hostFolder();
    const opened = await openEditor(folder);
    const editor = {
      ask: async (...all: Parameters<typeof opened.editor.ask>) => {
        await waits.promise;
        return opened.editor.ask(...all);
      },
    };
    url = await listeningUrl(app);
    service = linkedService(url, app.key, { editor });
    service.link.start();
    await until(() => app.ports.connections.isConnected('studio-1'));
  };

  beforeEach(async () => {
    app = await testConsole();
    waits = Promise.withResolvers();
    const added = await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    otherKey = (added.body as { readonly key: string }).key;
    for (const [username, studioRoles] of Object.entries({
      viewer: { 'studio-1': 'viewer' },
      operator: { 'studio-1': 'operator' },
      neighbour: { 'studio-2': 'admin' },
      nobody: {},
    }))
      await app.operate('POST', '/api/operators', { username, password: 'their password', studioRoles });
    await connect();
  });
  afterEach(async () => {
    waits.resolve();
    await service.link.stop();
    await app.server.close(0);
  });

  it.each<[string, Record<string, string>, number]>([
    ['a viewer', { authorization: basic('viewer', 'their password') }, 403],
    ['an operator', { authorization: basic('operator', 'their password') }, 403],
    ['the admin of another studio', { authorization: basic('neighbour', 'their password') }, 404],
    ['an operator without a role', { authorization: basic('nobody', 'their password') }, 404],
    ['a wrong password', { authorization: basic('admin', 'a guess') }, 401],
    ['a stranger', {}, 401],
    ['a session that never was', { cookie: 'session=guess' }, 401],
    ['a page of another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s reads and changes nothing', async (_who, headers, status) => {
    waits.resolve();
    const before = file();
    for (const request of [
      { ask: 'read' },
      save(replaced('Morning', 'Evening')),
      { ask: 'restore', version: 1, base: 1 },
    ]) {
      const reply = await app.call('POST', path, { body: request, headers });
      expect([reply.status, reply.text.includes('Morning')]).toEqual([status, false]);
    }
    expect(file()).toBe(before);
  });

  /** Asks, and finds out the id, which a stranger can't. */
  const asked = async () => {
    const { secrets: random } = app.ports;
    const ids: string[] = [];
    const next = random.id.bind(random);
    Object.assign(random, { id: () => (ids.push(next()), ids.at(-1) ?? '') });
    const answered = app.operate('POST', path, { ask: 'read' });
    await until(() => ids.length > 0);
    return { answered, id: ids.at(-1) ?? '' };
  };

  const forged = { answer: { text: 'forged' } };
  const answerAs = (studioId: string, key: string, body: object) =>
    app.call('POST', '/sync/answers', { body, headers: { authorization: basic(studioId, key) } });

  it.each<[string, (id: string) => ReturnType<typeof answerAs>, number]>([
    ['with another id', () => answerAs('studio-1', app.key, { id: 'other', ...forged }), 404],
    ['without an id', () => answerAs('studio-1', app.key, forged), 400],
    ['of another studio', (id) => answerAs('studio-2', otherKey, { id, ...forged }), 404],
    ['of another studio in the name of this one', (id) => answerAs('studio-1', otherKey, { id, ...forged }), 401],
    ['without a key', (id) => answerAs('studio-1', '', { id, ...forged }), 401],
    ['of an operator', (id) => answerAs('admin', 'correct horse', { id, ...forged }), 401],
    ['that is no answer', (id) => answerAs('studio-1', app.key, { id, answer: 'forged' }), 400],
  ])('an answer %s is not taken', async (_what, send, status) => {
    const { answered, id } = await asked();
    expect((await send(id)).status).toBe(status);
    waits.resolve();
    expect([(await answered).status, (await answered).text.includes('forged')]).toEqual([200, false]);
    expect((await answerAs('studio-1', app.key, { id, ...forged })).status).toBe(404);
  });

  it('a service can not sign operators out, nor answer more than there is room for', async () => {
    const { answered, id } = await asked();
    const long = fetch(`${url}/sync/answers`, {
      method: 'POST',
      headers: { authorization: basic('studio-1', app.key), 'content-type': 'application/json' },
      body: JSON.stringify({ id, answer: { text: 'x'.repeat(8 * 1_048_576) } }),
    });
    expect((await long).status).toBe(413);
    await answerAs('studio-1', app.key, { id, failure: { code: 'unauthorized', message: 'signed out' } });
    expect((await answered).status).toBe(409);
  });
});
