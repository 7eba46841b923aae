// The card of API tokens: its list, making one, and ending one.
import { beforeEach, expect, it } from 'vitest';
import type { ApiTokenOverview } from '../../../../../adapters/web/console/api/contract.js';
import { ApiTokensCard } from '../../../../../adapters/web/console/operators/api-tokens-card.js';
import { buttons, check, dialogs, enter, errors, field, noDialog, press, show, shows, text } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn } from '../fixtures.js';

const tokenOf = (name: string, change: Partial<ApiTokenOverview> = {}): ApiTokenOverview => ({
  ...{ id: `id-${name}`, name, role: 'viewer', studioRoles: {}, createdAt: '2021-03-01T12:00:00.000Z' },
  ...{ createdBy: 'ann', expiresAt: null, state: 'active', lastUsedAt: null, lastAddress: null },
  ...change,
});

const card = (...apiTokens: readonly ApiTokenOverview[]): void => {
  server.reply('GET /api-tokens', { apiTokens });
  show(<ApiTokensCard />, { answers: [signedIn({ role: 'admin' })] });
};

beforeEach(() => {
  haveStudios();
});

it('each token shows its roles, its last use, its expiry, and whether it still works', async () => {
  const used = { lastUsedAt: '2021-03-01T12:00:00.000Z', lastAddress: '10.0.0.9' };
  const past = '2021-04-01T12:00:00.000Z';
  card(
    tokenOf('newsroom', used),
    tokenOf('short', { state: 'expired', expiresAt: past }),
    tokenOf('lost', { state: 'revoked' }),
  );
  await shows('newsroom');
  const rows = [...document.querySelectorAll('.row')].map((row) => text(row));
  expect(rows[0]).toMatch(/Viewer in all studios.*Last used .* ago from 10\.0\.0\.9 · Never expires · Added by ann/);
  expect(rows[1]).toMatch(/Expired.*Never used · Expired .*2021/);
  expect(rows[2]).toContain('Revoked');
  expect(buttons()).toEqual(['Add API token', 'Revoke newsroom', 'Delete short', 'Delete lost']);
});

it.each([
  ['Revoke one', 'Revoke', 'active', 'POST /api-tokens/id-one/revoke'],
  ['Delete one', 'Delete', 'revoked', 'DELETE /api-tokens/id-one'],
] as const)('“%s” asks before it acts', async (name, confirm, state, call) => {
  card(tokenOf('one', { state }));
  server.reply(call, {});
  await shows('one');
  await press(name);
  expect([dialogs().length, server.changes()]).toEqual([1, []]);
  await press(confirm);
  await noDialog();
  expect(server.changes().map(([made]) => made)).toEqual([call]);
});

it('a token is shown once when it is made; its name and its expiry are checked first', async () => {
  card();
  await shows('No program has an API token.');
  await press('Add API token');
  enter('Name', 'not a name');
  enter('Expiry (optional)', '2001-01-01T12:00');
  await press('Add');
  expect([errors().length, server.changes()]).toEqual([2, []]);
  enter('Name', 'newsroom');
  enter('Expiry (optional)', '');
  await check('Operator');
  server.answer(
    'POST /api-tokens',
    () => refused(409, 'the name is in use'),
    () => replied({ token: 'sca_0123' }),
  );
  await press('Add');
  await shows('The name is in use.');
  await press('Add');
  await shows('I have saved it');
  expect([dialogs(), field('API token').value]).toEqual([['API token of newsroom'], 'sca_0123']);
  const body = { name: 'newsroom', role: 'operator', studioRoles: {}, expiresAt: null };
  expect(server.changes().at(-1)).toEqual(['POST /api-tokens', body]);
  await press('I have saved it');
  await noDialog();
});
