// The form of a route: what it asks, and the calls that it sends.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { alerts, buttons, enter, field, shows, text, user } from '../page-bench.js';
import { held, replied, server } from '../page-server.js';
import { answerPage, openForm, toggle } from './reference-bench.js';

const page = window.document;
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const clips = (...keys: readonly string[]) =>
  replied({ clips: keys.map((key, index) => ({ number: index + 1, key })) });

beforeEach(answerPage);

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
