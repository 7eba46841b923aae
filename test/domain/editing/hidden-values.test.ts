// Values that editors keep without seeing them.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import {
  enteredHeaders,
  guessedIds,
  hidden,
  hide,
  misusedSecrets,
  reveal,
} from '../../../domain/editing/hidden-values.js';

const relay = {
  id: 'relay',
  protocol: 'http',
  host: '192.0.2.1',
  headers: { 'X-Key': 'swordfish' },
  headerFiles: { Authorization: '/etc/relay' },
};
const mixer = {
  id: 'mixer',
  protocol: 'mqtt',
  host: '192.0.2.2',
  passwordFile: '/etc/mixer',
  tls: { caFile: '/etc/ca' },
};
const newsroom = { id: 'newsroom', url: 'https://example.com/swordfish', secretFile: '/etc/newsroom' };
const studio = { serverId: 'secret-server', id: 'studio', connections: [relay, mixer], webhooks: [newsroom] };
const none = (): boolean => false;

it('@WEBHOOK-12: hides what opens the legacy routes, header fields and URLs of webhooks; and reveals them where they were', () => {
  const shown = hide(studio);
  expect(JSON.stringify(shown)).not.toMatch(/secret-server|swordfish/);
  expect(shown).toEqual({
    ...studio,
    serverId: hidden,
    connections: [{ ...relay, headers: { 'X-Key': hidden } }, mixer],
    webhooks: [{ ...newsroom, url: hidden }],
  });
  const moved = { ...(shown as typeof studio), connections: (shown as typeof studio).connections.toReversed() };
  expect(reveal(moved, studio)).toEqual(E.right({ ...studio, connections: [mixer, relay] }));
});

it.each([
  [{ ...studio, id: hidden }, 'id'],
  [{ ...studio, connections: [{ ...mixer, headers: { 'X-Key': hidden } }] }, 'connections[0].headers.X-Key'],
  [
    { ...studio, connections: [{ ...relay, id: 'other', headers: { 'X-Key': hidden } }] },
    'connections[0].headers.X-Key',
  ],
  [{ steps: [hidden] }, 'steps[0]'],
])('doesn’t reveal it anywhere else: %j', (value, path) => {
  expect(E.isLeft(reveal(value, studio)) && reveal(value, studio)).toMatchObject({ left: [{ path }] });
});

it('reveals in lists without ids by place', () => {
  expect(reveal({ rows: [{ headers: { a: hidden } }] }, { rows: [{ headers: { a: 'x' } }] })).toEqual(
    E.right({ rows: [{ headers: { a: 'x' } }] }),
  );
});

it.each([
  ['nothing changed', studio.connections, []],
  [
    'a header field of its own, at another address',
    [{ ...relay, host: '192.0.2.9', headers: { 'X-Key': 'new' }, headerFiles: {} }],
    [],
  ],
  ['another name', [{ ...mixer, username: 'other' }], []],
  [
    'a kept header field, at another address',
    [{ ...relay, host: '192.0.2.9', headerFiles: {} }],
    ['connections[0].headers.X-Key'],
  ],
  ['a kept file, at another port', [{ ...relay, port: 81, headers: {} }], ['connections[0].headerFiles.Authorization']],
  ['a kept password, without TLS', [{ ...mixer, tls: undefined }], ['connections[0].passwordFile']],
  ['a kept password, for another protocol', [{ ...mixer, protocol: 'tcp' }], ['connections[0].passwordFile']],
  ['another file of the host', [relay, { ...mixer, passwordFile: '/etc/shadow' }], ['connections[1].passwordFile']],
  [
    'a file of the host as authorities',
    [{ ...mixer, tls: { caFile: '/etc/shadow' } }],
    ['connections[0].passwordFile', 'connections[0].tls.caFile'],
  ],
  [
    'the file of another connection',
    [{ ...mixer, id: 'new' }],
    ['connections[0].passwordFile', 'connections[0].tls.caFile'],
  ],
  ['a file that is set', [{ ...mixer, host: '192.0.2.9', passwordFile: '/set' }], []],
  ['authorities that stay, at another address', [{ ...mixer, host: '192.0.2.9', passwordFile: '/set' }], []],
])('refuses secrets that would go elsewhere: %s', (_, connections, paths) => {
  const issues = misusedSecrets({ ...studio, connections }, studio, (file) => file === '/set');
  expect(issues.map(({ path }) => path)).toEqual(paths);
  expect(misusedSecrets({}, studio, none)).toEqual([]);
});

it('@PUBLISH-1: the password of the broker at which the state is published is no less safe', () => {
  const publish = { host: '192.0.2.3', prefix: 'one', passwordFile: '/etc/broker' };
  const pathsOf = (now: object, before: object = { publish }) =>
    misusedSecrets({ publish: now }, before, (file) => file === '/set').map(({ path }) => path);
  expect(pathsOf({ ...publish, prefix: 'two' })).toEqual(['publish.passwordFile']);
  expect(pathsOf({ ...publish, prefix: 'two', passwordFile: undefined })).toEqual([]);
  expect(pathsOf({ ...publish, host: '192.0.2.4' })).toEqual(['publish.passwordFile']);
  expect(pathsOf({ ...publish, passwordFile: '/etc/shadow' })).toEqual(['publish.passwordFile']);
  expect(pathsOf(publish, {})).toEqual(['publish.passwordFile']);
  expect(pathsOf({ ...publish, passwordFile: '/set' })).toEqual([]);
});

it.each([
  ['other events', { events: ['alarm.raised'] }, []],
  ['another URL', { url: 'https://other.example.com/' }, ['webhooks[0].secretFile']],
  ['the hidden URL, entered', { url: newsroom.url }, ['webhooks[0].secretFile']],
  ['another URL and secret', { url: 'https://other.example.com/', secretFile: '/set' }, []],
  ['another file', { secretFile: '/etc/shadow' }, ['webhooks[0].secretFile']],
])(
  '@EDITING-28: lets an editor give a webhook %s only if it sends no kept secret elsewhere, and reads no other file',
  (_, changes, paths) => {
    const seen = hide({ ...studio, webhooks: [newsroom] });
    const kept = { ...newsroom, url: hidden, ...changes };
    const issues = misusedSecrets({ ...studio, webhooks: [kept] }, seen, (file) => file === '/set');
    expect(issues.map(({ path }) => path)).toEqual(paths);
  },
);

it.each<[string, unknown, readonly string[], number]>([
  ['nothing', { serverId: hidden, connections: [{ id: 'a', headers: { X: hidden } }, { id: 'b' }] }, [], 0],
  ['a header field', { connections: [{ id: 'a', headers: { X: 'guess' } }, { headers: { Y: '' } }] }, ['a', ''], 0],
  ['what opens the legacy routes', { serverId: 'guess' }, [], 1],
])('knows that an editor has entered %s', (_, value, entered, guessed) => {
  expect([enteredHeaders(value), guessedIds(value).length]).toEqual([entered, guessed]);
});
