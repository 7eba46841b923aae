// The streams of a studio's service that views follow: open only while a view is shown in a visible tab.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followStudio } from '../../../../../adapters/web/console/api/studio-stream.js';
import { server } from '../../page-server.js';

const url = '/api/studios/studio-1/state';
let gaps: number;
let leave: () => void;

const openUrls = (): readonly string[] =>
  server.streams.filter(({ readyState }) => readyState === 1).map((stream) => stream.url);
const turn = (hidden: boolean): void => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};
const hideAndShow = (): void => {
  for (const hidden of [true, false]) turn(hidden);
};

beforeEach(() => {
  gaps = 0;
  vi.useFakeTimers();
  const ignore = (): void => undefined;
  leave = followStudio('studio-1', 'state', {
    onOpen: ignore,
    onGap: () => (gaps += 1),
    onService: ignore,
    onData: ignore,
  });
});
afterEach(() => {
  leave();
});

it('a stream is closed while the tab is hidden, and open once while it is visible', () => {
  expect(openUrls()).toEqual([url]);
  turn(true);
  expect([openUrls(), gaps]).toEqual([[], 1]);
  for (const _ of [1, 2]) turn(false);
  expect(openUrls()).toEqual([url]);
});

it('a stream is opened again 10 s after each refusal', () => {
  for (const refusals of [1, 2, 3]) {
    server.stream().interrupt(true);
    vi.advanceTimersByTime(9_999);
    expect([openUrls(), gaps]).toEqual([[], refusals]);
    vi.advanceTimersByTime(1);
    expect(openUrls()).toEqual([url]);
  }
});

it('a stream that the browser opens again has a gap, and no second one is opened', () => {
  server.stream().interrupt();
  vi.advanceTimersByTime(10_000);
  expect([gaps, server.streams.length]).toEqual([1, 1]);
});

it('a tab that was hidden after a refusal opens a stream when it is shown, and retries no more', () => {
  server.stream().interrupt(true);
  hideAndShow();
  vi.advanceTimersByTime(10_000);
  expect([openUrls(), server.streams.length]).toEqual([[url], 2]);
});

it.each(['hidden', 'refused'])('a view that was left opens no stream that was %s', (before) => {
  if (before === 'refused') server.stream().interrupt(true);
  leave();
  hideAndShow();
  vi.advanceTimersByTime(10_000);
  expect([openUrls(), server.streams.length]).toEqual([[], 1]);
});
