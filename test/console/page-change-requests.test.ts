// Every change that the console's page sends, and which of its queries it reads again then.
import type { QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageBench, pageModule, used } from './page-hooks.js';

type Send = (...args: readonly unknown[]) => Promise<unknown>;
type Hooks = Readonly<Record<string, (...args: readonly unknown[]) => Send>>;

interface Change {
  /** The module below the page's folder, and its hook. */
  readonly hook: string;
  readonly with?: readonly unknown[];
  readonly sends?: readonly unknown[];
  readonly request: string;
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly outdated: readonly string[];
}

const requests: { readonly request: string; readonly body: unknown; readonly ifMatch: string | undefined }[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', (url: string, init: { method: string; body?: string; headers: Record<string, string> }) => {
    const { method, body, headers } = init;
    const request = `${method} ${url}`;
    requests.push({ request, body: body === undefined ? undefined : JSON.parse(body), ifMatch: headers['If-Match'] });
    return Promise.resolve(Response.json({ labels: ['x'], devices: [] }, { headers: { ETag: '"7"' } }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The queries of a page that has shown everything: two studios, two operators, and the console itself. */
const keys: readonly QueryKey[] = [
  ...[['studios'], ['operators'], ['first-steps'], ['session'], ['removed-studios']],
  ...['devices', 'access', 'refused', 'changes'].map((section) => ['studio', 'a/b', section]),
  ...[
    ['studio', 'other', 'devices'],
    ['operators', 'changes'],
  ],
  ...['/sessions', '/operators/ann/sessions', '/operators/eve/sessions'].map((path) => ['sessions', path]),
];

const ofStudio = ['devices', 'access', 'refused', 'changes'].map((section) => `studio a/b ${section}`);
const ofDevices = ['studios', ...ofStudio];
const ofOperators = ['operators', 'operators changes'];
const studio = '/api/studios/a%2Fb';
const devices = 'devices/queries.js';
const studios = 'studios/queries.js';
const operators = 'operators/queries.js';
const settings = { name: 'Desk' };

const deviceChanges: readonly Change[] = [
  { hook: `${devices} useAddDevice`, sends: [settings], request: `POST ${studio}/devices`, body: settings },
  {
    hook: `${devices} useChangeDevice`,
    with: ['a/b', 'd/1'],
    sends: [settings, '"5"'],
    ...{ request: `PATCH ${studio}/devices/d%2F1`, body: settings, ifMatch: '"5"' },
  },
  {
    hook: `${devices} useReplaceToken`,
    with: ['a/b', 'd/1'],
    sends: [{ overlapMs: 5, expiresAt: null }],
    ...{ request: `POST ${studio}/devices/d%2F1/replace`, body: { overlapMs: 5, expiresAt: null } },
  },
  {
    hook: `${devices} useEndOldToken`,
    sends: ['d/1'],
    request: `POST ${studio}/devices/d%2F1/end-old-token`,
    body: {},
  },
  { hook: `${devices} useRevokeDevice`, sends: ['d/1'], request: `POST ${studio}/devices/d%2F1/revoke`, body: {} },
  {
    hook: `${devices} useRevokeDevices`,
    sends: [['d/1', 'e']],
    ...{ request: `POST ${studio}/devices/revoke`, body: { devices: ['d/1', 'e'] } },
  },
  {
    hook: `${devices} useChangeDevices`,
    sends: [{ devices: ['d'], changes: {} }, '"5"'],
    ...{ request: `PATCH ${studio}/devices`, body: { devices: ['d'], changes: {} }, ifMatch: '"5"' },
  },
  {
    hook: `${devices} useImportDevices`,
    sends: [[settings]],
    ...{ request: `POST ${studio}/devices/import`, body: { devices: [settings] } },
  },
  { hook: `${devices} useRemoveDevice`, sends: ['d/1'], request: `DELETE ${studio}/devices/d%2F1` },
].map((change) => ({ with: ['a/b'], ...change, outdated: ofDevices }));

const studioChanges: readonly Change[] = [
  { hook: `${studios} useAddStudio`, sends: [settings], request: 'POST /api/studios', body: settings },
  {
    hook: `${studios} useRenameStudio`,
    with: ['a/b'],
    sends: ['New'],
    request: `PATCH ${studio}`,
    body: { name: 'New' },
  },
  ...[
    { before: ['x'], ifMatch: '"7"' },
    { before: ['y'], ifMatch: '"changed"' },
  ].map(({ before, ifMatch }) => ({
    hook: `${studios} useLabelStudio`,
    with: ['a/b'],
    sends: [['new'], before],
    ...{ request: `PUT ${studio}/labels`, body: { labels: ['new'] }, ifMatch },
  })),
  { hook: `${studios} useRemoveStudio`, sends: ['a/b'], request: `DELETE ${studio}` },
  { hook: `${studios} useReplaceKey`, sends: ['a/b', 60], request: `POST ${studio}/key?overlapMs=60`, body: {} },
  { hook: `${studios} useEndOldKey`, sends: ['a/b'], request: `POST ${studio}/key/end-old`, body: {} },
  { hook: `${studios} useRevokeKey`, sends: ['a/b'], request: `DELETE ${studio}/key` },
].map((change) => ({ ...change, outdated: ['studios'] }));

const operatorChanges: readonly Change[] = [
  { hook: `${operators} useAddOperator`, sends: [settings], request: 'POST /api/operators', body: settings },
  {
    hook: `${operators} useChangeOperator`,
    with: ['a b'],
    sends: [{ disabled: true }],
    ...{ request: 'PATCH /api/operators/a%20b', body: { disabled: true } },
  },
  { hook: `${operators} useResetPassword`, with: ['a b'], request: 'POST /api/operators/a%20b/password', body: {} },
  { hook: `${operators} useRemoveOperator`, sends: ['a b'], request: 'DELETE /api/operators/a%20b' },
  { hook: `${operators} useResetSecondFactor`, with: ['a b'], request: 'DELETE /api/operators/a%20b/second-factor' },
].map((change) => ({ ...change, outdated: ofOperators }));

const others: readonly Change[] = [
  ...['/sessions', '/operators/ann/sessions'].flatMap((path) => [
    {
      hook: 'account/queries.js useEndSession',
      with: [path],
      sends: ['s/1'],
      ...{ request: `DELETE /api${path}/s%2F1`, outdated: [`sessions ${path}`] },
    },
    {
      hook: 'account/queries.js useEndSession',
      with: [path],
      request: `DELETE /api${path}`,
      outdated: [`sessions ${path}`],
    },
  ]),
  {
    hook: 'callers/queries.js useClearCallers',
    with: ['a/b'],
    ...{ request: `DELETE ${studio}/refused-callers`, outdated: ['studio a/b refused'] },
  },
  {
    hook: 'history/queries.js useRestore',
    with: ['a/b', 4],
    sends: ['section', '"5"'],
    ...{ request: `POST ${studio}/changes/4/restore?scope=section`, ifMatch: '"5"', outdated: ofDevices },
  },
  {
    hook: 'first-steps/queries.js useEndFirstSteps',
    ...{ request: 'DELETE /api/first-steps', outdated: ['first-steps'] },
  },
  { hook: 'second-factor/queries.js useRefreshSession', request: '', outdated: ['session'] },
];

it.each([...deviceChanges, ...studioChanges, ...operatorChanges, ...others])(
  '$hook sends $request $ifMatch, after which $outdated are read again',
  async ({ hook, with: given = [], sends = [], request, body, ifMatch, outdated }) => {
    const [path = '', name = ''] = hook.split(' ');
    const hooks = await pageModule<Hooks>(path);
    const bench = pageBench(keys.map((key) => [key, key]));
    await used(() => hooks[name]?.(...given), bench)?.(...sends);
    const changes = requests.filter((one) => !one.request.startsWith('GET '));
    expect(changes).toEqual(request === '' ? [] : [{ request, body, ifMatch }]);
    const isOutdated = (key: QueryKey) => bench.client.getQueryState(key)?.isInvalidated;
    expect(
      keys
        .filter(isOutdated)
        .map((key) => key.join(' '))
        .toSorted(),
    ).toEqual([...outdated].toSorted());
  },
);
