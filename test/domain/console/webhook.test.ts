// The list of the console's webhooks, and what they choose.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import {
  changeWebhook,
  concerns,
  findWebhook,
  subjectOf,
  WebhookSettings,
  webhookInWords,
  withWebhook,
  type ConsoleWebhook,
  type OpenCondition,
} from '../../../domain/console/webhook.js';

const webhook = (id: string, change: Partial<ConsoleWebhook> = {}): ConsoleWebhook => ({
  ...{ id, name: id, url: 'https://hooks.example.com:8443/path?key=1', studios: null, events: ['studio.away'] },
  ...{ sealedSecret: '1.sealed' },
  ...change,
});

it.each([
  [{}, true],
  [{ studios: ['a', 'b'] }, true],
  [{ studios: [] }, false],
  [{ studios: ['a', 'a'] }, false],
  [{ studios: ['/'] }, false],
  [{ events: [] }, false],
  [{ events: ['as_run.entry'] }, false],
  [{ url: 'ftp://example.com' }, false],
  [{ url: 'https://me:secret@example.com' }, false],
  [{ name: '' }, false],
])('@WEBHOOK-13: settings with %j are valid: %s', (change, isValid) => {
  const { id: _, sealedSecret: _secret, ...settings } = webhook('one');
  expect(WebhookSettings.is({ ...settings, ...change })).toBe(isValid);
});

it('@WEBHOOK-13: names are unique, and there are at most 20 webhooks', () => {
  const all = Array.from({ length: 19 }, (_, at) => webhook(`w${String(at)}`));
  expect(withWebhook(all, webhook('other', { name: 'W0' }))).toMatchObject({ left: { code: 'conflict' } });
  expect(withWebhook(all, webhook('w0', { name: 'W0' }))).toMatchObject({ right: { length: 19 } });
  const full = [...all, webhook('last')];
  expect(withWebhook(all, webhook('last'))).toEqual(E.right(full));
  expect(withWebhook(full, webhook('one more'))).toMatchObject({
    left: { message: 'the limit of 20 webhooks is reached' },
  });
  expect(changeWebhook(full, 'last', { studios: ['a'] })).toEqual(
    E.right([...all, webhook('last', { studios: ['a'] })]),
  );
  expect(changeWebhook(full, 'none', {})).toEqual(findWebhook(full, 'none'));
});

it('@WEBHOOK-13: a change keeps the order', () => {
  const all = [webhook('one'), webhook('two')];
  expect(changeWebhook(all, 'one', { name: 'first' })).toEqual(
    E.right([webhook('one', { name: 'first' }), webhook('two')]),
  );
});

it.each([
  [{}, true, false],
  [{ events: ['studio.back'] }, true, false],
  [{ events: ['alarm.cleared'], studios: ['a'] }, false, true],
  [{ studios: ['b'] }, false, false],
] as const)(
  '@WEBHOOK-14: a webhook with %j concerns that a studio is away: %s, and its alarms: %s',
  (change, ...expected) => {
    const away: OpenCondition = { studio: { id: 'a', name: 'A' }, alarm: null, since: '2026-01-31T12:00:00.000Z' };
    const alarm = { kind: 'output_away', subject: 'out-1', message: 'away', raisedAt: away.since };
    const conditions = [away, { ...away, alarm }];
    expect(conditions.map((condition) => concerns(webhook('one', change), condition))).toEqual(expected);
    expect(conditions.map(subjectOf)).toEqual(['["a"]', '["a","output_away","out-1"]']);
  },
);

it('@WEBHOOK-12: words about a webhook name its host, not its path', () => {
  const words = [null, ['a', 'b'], ['a', 'b', 'c', 'd']].map((studios) => webhookInWords(webhook('one', { studios })));
  expect(words).toEqual(
    ['all', 'a, b', 'a, b, c and 1 more'].map(
      (studios) => `the webhook "one" to hooks.example.com:8443; studios: ${studios}; events: studio.away`,
    ),
  );
});
