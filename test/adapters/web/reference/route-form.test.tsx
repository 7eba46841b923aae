// The form of a route: what it asks, and the calls that it sends.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { alerts, buttons, check, enter, field, shows, text, user } from '../page-bench.js';
import { held, refused, replied, server } from '../page-server.js';
import { answerPage, openForm, toggle } from './reference-bench.js';

const page = window.document;
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const clips = (...keys: readonly string[]) =>
  replied({ clips: keys.map((key, index) => ({ number: index + 1, key })) });

beforeEach(answerPage);

it('a question precedes an action on real devices, or on ones that are not known', async () => {
  await openForm('Outputs', 'Stop it');
  server.answer('GET /v2/core', () => refused(503, 'later'));
  server.answer('GET /v2/outputs/main/stop', () => Response.json({}, { status: 202 }));
  const dialog = () => page.querySelector('dialog');
  await press('Send to the studio');
  await shows('Stop it? This acts on the real devices of Main, at once. GET /api/v2/outputs/main/stop Cancel Send');
  expect(dialog()?.open).toBe(true);
  await press('Cancel');
  await press('Send to the studio');
  await shows('at once.');
  fireEvent(dialog() ?? page, new Event('close'));
  expect([dialog(), server.calls()]).toEqual([null, ['GET /v2/core', 'GET /v2/core']]);
  await press('Send to the studio');
  await shows('at once.');
  await press('Send');
  await shows('202');
  expect(server.calls().at(-1)).toBe('GET /v2/outputs/main/stop');
});

it('an action on simulated devices is sent at once, by the chosen method, with what was entered', async () => {
  await openForm('Outputs', 'Stop it');
  enter('slot required', 'aux');
  enter('scene', 'left');
  await check('POST');
  server.reply('POST /v2/outputs/aux/stop?scene=left', { done: 'yes' });
  const { origin } = window.location;
  expect(text()).toContain(`curl -X POST '${origin}/api/v2/outputs/aux/stop?scene=left'`);
  await press('Send to the studio');
  await shows('"done": "yes"');
  expect(server.calls()).toEqual(['GET /v2/core', 'POST /v2/outputs/aux/stop?scene=left']);
  await check('Plain text');
  expect(text()).toContain(`curl -X POST '${origin}/api/v2/plain/outputs/aux/stop?scene=left'`);
  enter('slot required', '');
  await press('Send to the studio');
  expect(text()).toContain('Enter a value.');
  expect([field('slot required').value, server.calls().length]).toEqual(['', 2]);
});

it('a read is sent without a question', async () => {
  await openForm('Studio', 'studio');
  expect(text()).not.toContain('Enter a value.');
  await check('Plain text');
  server.answer('GET /v2/plain/studio', () => new Response('on'));
  await press('Send');
  await shows(/200 .* on /);
  expect(server.calls()).toEqual(['GET /v2/plain/studio']);
});

it('one answer or one failure is shown, and a call that was stopped is awaited no longer', async () => {
  await openForm('Studio', 'studio');
  const fails = () => Promise.reject(new TypeError('network'));
  const [first, second, third] = [held(), held(), held()];
  server.answer('GET /v2/studio', () => replied({ one: 1 }), fails, first.answer, second.answer, third.answer);
  await press('Send');
  await shows('"one"');
  await press('Send');
  await shows('The service doesn’t answer: network');
  expect([alerts(), text().includes('"one"')]).toEqual([['The service doesn’t answer: network'], false]);
  await press('Send');
  expect([alerts(), buttons()]).toEqual([[], ['Send', 'Stop waiting']]);
  await press('Send');
  first.give(replied({ late: 1 }));
  await waitFor(() => {
    expect(server.ended).toHaveLength(1);
  });
  expect(buttons()).toEqual(['Send', 'Stop waiting']);
  await press('Stop waiting');
  expect([alerts(), buttons()]).toEqual([[], ['Send']]);
  await press('Send');
  expect(server.ended).toHaveLength(2);
  await toggle('studio');
  await waitFor(() => {
    expect(server.ended).toHaveLength(3);
  });
});

it('clips are those of the active bank, or of the one that is chosen', async () => {
  server.answer('GET /v2/banks/late/clips', () => clips('late-1'));
  const news = held();
  server.answer('GET /v2/banks/news/clips', news.answer);
  await openForm('Outputs', 'play');
  const choices = () => {
    const list = page.getElementById(field('clip required').getAttribute('list') ?? '');
    return [field('clip required').value, [...(list?.children ?? [])].map((option) => text(option))];
  };
  const offers = (...expected: unknown[]) =>
    waitFor(() => {
      expect(choices()).toEqual(expected);
    });
  await offers('1', ['late-1']);
  enter('bank', 'news');
  await offers('', []);
  expect(text()).not.toContain('Enter a value.');
  enter('bank', 'late');
  news.give(clips('news-1', 'news-2'));
  await offers('1', ['late-1']);
  enter('clip required', '');
  expect(field('clip required').value).toBe('');
  server.requests.length = 0;
  enter('Device token', 'svc_1');
  await waitFor(() => {
    const [sent] = server.requests;
    expect([sent?.call, sent?.headers.get('Authorization')]).toEqual(['GET /v2/banks/late/clips', 'Bearer svc_1']);
  });
});

it('a body that is not JSON is not sent', async () => {
  await openForm('Studio', 'settings');
  enter('Body JSON', '{"a":');
  expect(text()).not.toContain('isn’t JSON');
  await press('Send to the studio');
  expect([server.calls(), text()]).toEqual([[], expect.stringContaining('The body isn’t JSON')]);
  enter('Body JSON', '{"a":2}');
  server.reply('PUT /v2/settings', {});
  await press('Send to the studio');
  await shows('200');
  expect(server.changes()).toEqual([['PUT /v2/settings', { a: 2 }]]);
});
