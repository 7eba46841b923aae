// The changes that the page sends, and which of its queries it reads again then.
import type { QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { useEndSession } from '../../../../adapters/web/console/account/queries.js';
import { useChangeRequest } from '../../../../adapters/web/console/api/change.js';
import { call } from '../../../../adapters/web/console/api/client.js';
import { useClearCallers } from '../../../../adapters/web/console/callers/callers-section.js';
import * as devices from '../../../../adapters/web/console/devices/queries.js';
import { useEndFirstSteps } from '../../../../adapters/web/console/first-steps/queries.js';
import { useRestore } from '../../../../adapters/web/console/history/queries.js';
import * as operators from '../../../../adapters/web/console/operators/queries.js';
import { useRefreshSession } from '../../../../adapters/web/console/second-factor/queries.js';
import { useSaveSettings } from '../../../../adapters/web/console/settings/queries.js';
import * as studios from '../../../../adapters/web/console/studios/queries.js';
import { hook } from '../page-bench.js';
import { refused, replied, server } from '../page-server.js';
import { deviceOf } from './fixtures.js';

const sections = ['devices', 'access', 'refused', 'changes'];
/** The queries of a page that has shown everything: two studios, two operators, and the console itself. */
const keys: readonly QueryKey[] = [
  ...['studios', 'operators', 'first-steps', 'session', 'removed-studios'].map((key) => [key]),
  ...sections.map((section) => ['studio', 'a/b', section]),
  ...[
    ['studio', 'other', 'devices'],
    ['operators', 'changes'],
  ],
  ...['', 'ann'].map((username) => ['sessions', username]),
];
const ofStudio = sections.map((section) => `studio a/b ${section}`);
const [ofDevices, ofStudios, ofOperators] = [['studios', ...ofStudio], ['studios'], ['operators', 'operators changes']];
const outdated = (client: ReturnType<typeof hook>['client']): readonly string[] =>
  keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '));
const answers = keys.map((key) => [key, {}] as const);

type Send = () => Promise<unknown>;
/** Returns a hook of the page whose result is then called. */
const then =
  <A extends readonly unknown[]>(use: () => (...args: A) => Promise<unknown>, ...args: A) =>
  (): Send => {
    const send = use();
    return () => send(...args);
  };

const settings = devices.settingsOf(deviceOf('Desk'));
const newOperator = {
  username: 'a b',
  role: 'viewer',
  studioRoles: {},
  password: null,
  mustChangePassword: true,
  invite: false,
} as const;
const studio = '/studios/a%2Fb';
const desk = `${studio}/devices/d%2F1`;

type Case = readonly [use: () => Send, outdated: readonly string[], call: string, body?: unknown, tag?: string];
const cases: readonly Case[] = [
  [then(() => devices.useAddDevice('a/b'), settings), ofDevices, `POST ${studio}/devices`, settings],
  [then(() => devices.useChangeDevice('a/b', 'd/1'), settings, '"5"'), ofDevices, `PATCH ${desk}`, settings, '"5"'],
  [
    then(() => devices.useReplaceToken('a/b', 'd/1'), { overlapMs: 5, expiresAt: null }),
    ...([ofDevices, `POST ${desk}/replace`, { overlapMs: 5, expiresAt: null }] as const),
  ],
  [then(() => devices.useEndOldToken('a/b'), 'd/1'), ofDevices, `POST ${desk}/end-old-token`],
  [then(() => devices.useRevokeDevice('a/b'), 'd/1'), ofDevices, `POST ${desk}/revoke`],
  [
    then(() => devices.useRevokeDevices('a/b'), ['d/1']),
    ofDevices,
    `POST ${studio}/devices/revoke`,
    { devices: ['d/1'] },
  ],
  [
    then(() => devices.useChangeDevices('a/b'), { devices: ['d'], changes: {} }, '"5"'),
    ...([ofDevices, `PATCH ${studio}/devices`, { devices: ['d'], changes: {} }, '"5"'] as const),
  ],
  [
    then(() => devices.useImportDevices('a/b'), [settings]),
    ofDevices,
    `POST ${studio}/devices/import`,
    { devices: [settings] },
  ],
  [then(() => devices.useRemoveDevice('a/b'), 'd/1'), ofDevices, `DELETE ${desk}`],
  [then(() => studios.useAddStudio(), { id: 'b', name: 'B' }), ofStudios, 'POST /studios', { id: 'b', name: 'B' }],
  [then(() => studios.useRenameStudio('a/b'), 'New'), ofStudios, `PATCH ${studio}`, { name: 'New' }],
  [then(() => studios.useRemoveStudio(), 'a/b'), ofStudios, `DELETE ${studio}`],
  [then(() => studios.useReplaceKey(), 'a/b', 60), ofStudios, `POST ${studio}/key?overlapMs=60`],
  [then(() => studios.useEndOldKey(), 'a/b'), ofStudios, `POST ${studio}/key/end-old`],
  [then(() => studios.useRevokeKey(), 'a/b'), ofStudios, `DELETE ${studio}/key`],
  [
    then(() => studios.useLabelStudio('a/b'), ['new'], ['x']),
    ofStudios,
    `PUT ${studio}/labels`,
    { labels: ['new'] },
    '"1"',
  ],
  [then(() => operators.useAddOperator(), newOperator), ofOperators, 'POST /operators', newOperator],
  [
    then(() => operators.useChangeOperator('a b'), { disabled: true }),
    ...([ofOperators, 'PATCH /operators/a%20b', { disabled: true }] as const),
  ],
  [then(() => operators.useResetPassword('a b')), ofOperators, 'POST /operators/a%20b/password'],
  [then(() => operators.useRemoveOperator(), 'a b'), ofOperators, 'DELETE /operators/a%20b'],
  [then(() => operators.useResetSecondFactor('a b')), ofOperators, 'DELETE /operators/a%20b/second-factor'],
  [then(() => useEndSession(), 's/1'), ['sessions '], 'DELETE /sessions/s%2F1'],
  [then(() => useEndSession('ann')), ...([['sessions ann'], 'DELETE /operators/ann/sessions'] as const)],
  [then(() => useClearCallers('a/b')), ['studio a/b refused'], `DELETE ${studio}/refused-callers`],
  [
    then(() => useRestore('a/b', 4), 'section', '"5"'),
    ...([ofDevices, `POST ${studio}/changes/4/restore?scope=section`, undefined, '"5"'] as const),
  ],
  [then(() => useEndFirstSteps()), ['first-steps'], 'DELETE /first-steps'],
];

for (const [use, wanted, call, body, tag] of cases)
  it(`after the change ${call}, ${wanted.join(', ')} are read again`, async () => {
    server.reply(`GET ${studio}/labels`, { labels: ['x'] });
    server.reply(call, { labels: ['x'], devices: [] });
    const { client, current } = hook(use, { answers });
    await current()();
    expect(server.changes()).toEqual([[call, body, ...(tag === undefined ? [] : [tag])]]);
    expect(outdated(client).toSorted()).toEqual(wanted.toSorted());
  });

it('the session is read again once a second factor has changed', async () => {
  const { client, current } = hook(useRefreshSession, { answers });
  await current()();
  expect(outdated(client)).toEqual(['session']);
});

it.each([200, 409])('what a change affects is read again, answered with %d', async (status) => {
  server.answer('DELETE /operators/ann', () => (status === 200 ? replied({}) : refused(status, 'no')));
  const { client, current } = hook(() => useChangeRequest(['studios']), { answers });
  await current()(() => call('operator.remove', { params: { username: 'ann' } })).catch(() => undefined);
  expect(outdated(client)).toEqual(['studios']);
});

it('settings that someone else changed are read again', async () => {
  server.answer('PUT /studios/a%2Fb/access', () => refused(412, 'no'));
  const { client, current } = hook(() => useSaveSettings('a/b', 'access'), { answers });
  const base = { value: {} as never, etag: '"1"', version: null };
  await expect(current()({} as never, base)).rejects.toThrow('no');
  expect([server.changes()[0]?.[2], outdated(client).includes('studio a/b access')]).toEqual(['"1"', true]);
});
