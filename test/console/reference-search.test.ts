// The reference page, without a browser: which routes a search finds, and before which calls it asks.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** What a test uses of the modules, which are compiled with the page. */
interface Routes {
  readonly searched: (groups: readonly object[], search: string) => ReadonlySet<{ readonly id: string }>;
}
interface Studio {
  readonly needsNoQuestion: (route: object, studio: object) => Promise<boolean>;
  readonly readAccess: (token: string) => Promise<object>;
}

const folder = '../../adapters/web/reference';
let routes: Routes;
let studio: Studio;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://studio', pathname: '/api/v2/docs/' });
  routes = (await import(`${folder}/routes.js`)) as Routes;
  studio = (await import(`${folder}/studio.js`)) as Studio;
});
afterEach(() => {
  vi.stubGlobal('fetch', undefined);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('a search finds the routes that contain every word, in any order and case', () => {
  const route = (id: string, title: string) => ({ id, title, path: `/api/v2/${id}` });
  const groups = [
    { name: 'signals', description: '', routes: [route('on', 'Switch a signal on'), route('off', 'Switch it off')] },
    { name: 'macros', description: '', routes: [route('run', 'Run a macro')] },
  ];
  const found = (search: string) => [...routes.searched(groups, search)].map(({ id }) => id);
  expect(['SIGNALS switch', 'switch on', 'run switch', '', 'v2/RUN', 'nothing'].map(found)).toEqual([
    ...[['on', 'off'], ['on'], [], ['on', 'off', 'run'], ['run'], []],
  ]);
});

describe('the question before a call', () => {
  const document = { paths: { '/api/v2/core': { get: {} } } };
  const asks = async (route: object, status: number, body: object): Promise<boolean> => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
    return !(await studio.needsNoQuestion(route, { document, token: '' }));
  };

  it.each([
    [200, { core: { simulated: true } }, false],
    [200, { core: { simulated: false } }, true],
    [403, { error: 'switch_off', core: { simulated: true } }, true],
    [503, {}, true],
  ])('is asked unless the service states that its devices are simulated: %d %j', async (status, body, expected) => {
    expect(await asks({ isAction: true }, status, body)).toBe(expected);
  });

  it('is not asked before a read', async () => {
    expect(await asks({ isAction: false }, 503, {})).toBe(false);
  });
});

it('the access of a reader is the state, why it was refused, or that nothing answers', async () => {
  const access = async (...[status, body]: readonly [number, object]) => {
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(path.endsWith('/state') ? Response.json(body, { status }) : Response.json({}, { status: 403 })),
    );
    return studio.readAccess('svc_1');
  };
  expect(await access(200, { studio: {} })).toEqual({ kind: 'admitted', state: { studio: {} }, isSimulated: false });
  expect(await access(401, { message: 'no' })).toEqual({ kind: 'refused', status: 401, message: 'no' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  expect(await studio.readAccess('')).toEqual({ kind: 'unreachable' });
});
