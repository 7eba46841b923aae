// What the reference page knows of the studio: the choices of parameters, the access, and before which calls it asks.
import { expect, it } from 'vitest';
import { document } from './reference-bench.js';
import { searched, type Route, type RouteGroup } from '../../../../adapters/web/reference/routes.js';
import { choicesOf, listPath, needsNoQuestion, readAccess } from '../../../../adapters/web/reference/studio.js';
import { choicesAt, useFields } from '../../../../adapters/web/reference/use-fields.js';
import { hook } from '../page-bench.js';
import { server } from '../page-server.js';

const scenes = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const state = {
  outputs: [
    { slot: 'main', name: 'Main', scenes: scenes('full') },
    { slot: 'wall', name: 'Wall', scenes: scenes('left', 'right') },
  ],
  banks: [
    { key: 'news', name: 'News', active: false },
    { key: 'music', name: 'Music', active: true },
  ],
  signals: [{ id: 'sig-1', identifier: 'red-light', name: 'Red light' }],
};
const parameter = (name: string, where: 'path' | 'query', change: object = {}) => ({
  ...{ name, in: where, schema: {} },
  ...change,
});
const routeAt = (path: string, change: Partial<Route> = {}): Route => ({
  ...{ id: path, title: path, description: '', path, plainPath: undefined, isAction: true, methods: ['GET'] },
  ...{ body: undefined, isStream: false, parameters: [], answers: [], ...change },
});
const play = '/api/v2/outputs/{slot}/clips/{clip}/play';
const studio = { document: document as never, state, token: '' };
const choices = (one: ReturnType<typeof parameter>, values = {}, path = play) =>
  choicesOf(routeAt(path), one, values, state).map(({ value, label }) => `${value} ${label}`);

it('a parameter is one of the studio’s own records, or of the document’s values', () => {
  expect(choices(parameter('slot', 'path'))).toEqual(['main Main', 'wall Wall']);
  expect(choices(parameter('id', 'path'), {}, '/api/v2/signals/{id}')).toEqual(['red-light Red light']);
  expect(choices(parameter('x', 'query', { schema: { enum: ['a'] } }))).toEqual(['a ']);
  expect(choices(parameter('other', 'query'))).toEqual([]);
});

it('a scene is one of the chosen output alone', () => {
  expect(choices(parameter('scene', 'query'), { slot: 'wall' })).toEqual(['left left', 'right right']);
  expect(choices(parameter('scene', 'query'))).toEqual([]);
});

it.each([
  [play, 'clip', {}, '/api/v2/banks/music/clips'],
  [play, 'clip', { bank: 'a b' }, '/api/v2/banks/a%20b/clips'],
  ['/api/v2/cameras/{id}/angles/{angle}/recall', 'angle', { id: 'cam-1' }, '/api/v2/cameras/cam-1/angles'],
  ['/api/v2/cameras/{id}/angles/{angle}/recall', 'angle', {}, undefined],
])('at %s, %s with %j is one of the list at %s', (path, name, values, list) => {
  expect(listPath(routeAt(path), parameter(name, 'path'), values, studio)).toBe(list);
});

it('a field begins with the first choice where a value is required, and offers what belongs to it', () => {
  const parameters = [parameter('slot', 'path', { required: true }), parameter('scene', 'query')];
  const stop = routeAt('/api/v2/outputs/{slot}/stop', { parameters });
  const { values, fields } = hook(() => useFields(stop, studio)).current();
  expect([values, fields.map((one) => one.choices.length)]).toEqual([{ slot: 'main', scene: '' }, [2, 1]]);
});

it('a field offers no list of something else while its own is read', () => {
  const list = { path: '/news', choices: [{ value: '1', label: 'Opener' }] };
  expect([choicesAt(list, '/news'), choicesAt(list, '/other'), choicesAt(undefined, '/news')]).toEqual([
    ...[list.choices, [], []],
  ]);
});

it.each([
  [true, 200, { core: { simulated: true } }, false],
  [true, 200, { core: { simulated: false } }, true],
  [true, 403, { error: 'switch_off', core: { simulated: true } }, true],
  [true, 503, {}, true],
  [false, 503, {}, false],
])(
  'before an action (%s), the answer %d %j of the service leads to a question: %s',
  async (isAction, status, body, asks) => {
    server.answer('GET /v2/core', () => Response.json(body, { status }));
    expect(await needsNoQuestion(routeAt(play, { isAction }), studio)).toBe(!asks);
  },
);

it('the access of a reader is the state, why it was refused, or that nothing answers', async () => {
  const access = (answer: () => Response | Promise<Response>) => {
    server.answer('GET /v2/state', answer);
    return readAccess('svc_1');
  };
  expect(await access(() => Response.json({ studio: {} }))).toEqual({
    ...{ kind: 'admitted', state: { studio: {} }, isSimulated: false },
  });
  expect(await access(() => Response.json({ message: 'no' }, { status: 401 }))).toEqual({
    ...{ kind: 'refused', status: 401, message: 'no' },
  });
  expect(await access(() => Promise.reject(new TypeError('failed')))).toEqual({ kind: 'unreachable' });
});

it('a search finds the routes that contain every word, in any order and case', () => {
  const route = (id: string, title: string) => routeAt(`/api/v2/${id}`, { id, title });
  const groups: readonly RouteGroup[] = [
    { name: 'signals', description: '', routes: [route('on', 'Switch a signal on'), route('off', 'Switch it off')] },
    { name: 'macros', description: '', routes: [route('run', 'Run a macro')] },
  ];
  const found = (search: string) => [...searched(groups, search)].map(({ id }) => id);
  expect(['SIGNALS switch', 'switch on', 'run switch', '', 'v2/RUN', 'nothing'].map(found)).toEqual([
    ...[['on', 'off'], ['on'], [], ['on', 'off', 'run'], ['run'], []],
  ]);
});
