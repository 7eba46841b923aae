// The card of webhooks: its list, adding, changing and testing one, and its secret.
import { beforeEach, expect, it } from 'vitest';
import type { WebhookOverview } from '../../../../../adapters/web/console/api/contract.js';
import { WebhooksCard } from '../../../../../adapters/web/console/operators/webhooks-card.js';
import { buttons, check, dialogs, enter, errors, field, noDialog, press, show, shows, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { haveStudios, signedIn } from '../fixtures.js';

const events = ['studio.away', 'studio.back', 'alarm.raised', 'alarm.cleared'] as const;

const webhookOf = (name: string, change: Partial<WebhookOverview> = {}): WebhookOverview => ({
  ...{ id: `id-${name}`, name, url: `https://${name}.example/swordfish`, studios: null, events, trouble: null },
  ...change,
});

const card = (webhooks: readonly WebhookOverview[], sending = true): void => {
  server.reply('GET /webhooks', { webhooks, sending });
  show(<WebhooksCard />, { answers: [signedIn({ role: 'admin' })] });
};

beforeEach(() => {
  haveStudios();
});

it('@WEBHOOK-17: each webhook shows its host, what it concerns, and that its receiver accepts nothing', async () => {
  const trouble = { since: '2021-03-01T12:00:00.000Z', answer: 'it answered with 500' };
  card([webhookOf('one'), webhookOf('two', { studios: ['a', 'b'], events: ['studio.away'], trouble })]);
  await shows('one');
  const rows = [...document.querySelectorAll('.row')].map((row) => text(row));
  expect(rows[0]).toMatch(/All studios.*one\.example · Studio away, Studio back, Alarm raised, Alarm cleared$/);
  expect(rows[1]).toMatch(
    /2 studios.*Not accepted.*Studio away No message accepted since .* ago ?: it answered with 500$/,
  );
  expect(document.body.textContent).not.toContain('swordfish');
  const actions = (name: string) => [`Test ${name}`, `Edit ${name}`, `Replace secret of ${name}`, `Delete ${name}`];
  expect(buttons()).toEqual(['Add webhook', ...actions('one'), ...actions('two')]);
});

it('@WEBHOOK-20: it says that the console sends nothing', async () => {
  card([], false);
  await shows('CONSOLE_WEBHOOKS is off');
});

it('@WEBHOOK-18: a webhook is checked and added; its secret is shown once', async () => {
  card([]);
  await shows('There is no webhook.');
  await press('Add webhook');
  await check('Some studios');
  for (const name of ['Studio away', 'Studio back', 'Alarm raised', 'Alarm cleared']) await check(name);
  await press('Add');
  expect([errors().length, server.changes()]).toEqual([4, []]);
  enter('Name', 'newsroom');
  enter('URL', 'https://hooks.example.com/x');
  await check('Alarm raised');
  await check('All studios');
  server.reply('POST /webhooks', { webhook: webhookOf('newsroom'), secret: 'whsec_0123' });
  await press('Add');
  await shows('I have saved it');
  expect([dialogs(), field('Secret').value]).toEqual([['Secret of newsroom'], 'whsec_0123']);
  const body = { name: 'newsroom', url: 'https://hooks.example.com/x', studios: null, events: ['alarm.raised'] };
  expect(server.changes()).toEqual([['POST /webhooks', body]]);
  await press('I have saved it');
  await noDialog();
});

it('a webhook is changed, its secret replaced, and it is deleted after a question', async () => {
  card([webhookOf('one')]);
  await shows('one');
  await press('Edit one');
  enter('Name', 'first');
  server.reply('PATCH /webhooks/id-one', { webhook: webhookOf('first') });
  await press('Save');
  await noDialog();
  await press('Replace secret of one');
  server.reply('POST /webhooks/id-one/secret', { webhook: webhookOf('one'), secret: 'whsec_4567' });
  await press('Replace secret');
  await shows('I have saved it');
  expect(field('Secret').value).toBe('whsec_4567');
  await press('I have saved it');
  await noDialog();
  await press('Delete one');
  server.reply('DELETE /webhooks/id-one', {});
  await press('Delete');
  await noDialog();
  expect(server.changes().map(([made]) => made)).toEqual([
    'PATCH /webhooks/id-one',
    'POST /webhooks/id-one/secret',
    'DELETE /webhooks/id-one',
  ]);
});

it.each([true, false])('@WEBHOOK-19: a test shows what the receiver answers (accepted: %s)', async (accepted) => {
  card([webhookOf('one')]);
  await shows('one');
  server.reply('POST /webhooks/id-one/test', { accepted, answer: 'one (one.example) has answered' });
  await press('Test one');
  await shows('one (one.example) has answered');
  expect(document.querySelector('.notice')?.className).toBe(accepted ? 'notice good' : 'notice bad');
});
