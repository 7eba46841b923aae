// When queries are repeated and polled.
import { expect, it } from 'vitest';
import { changeFeedStatus, hasSessionEnded } from '../../../../../adapters/web/console/api/connection-status.js';
import { ConsoleUnreachable, RequestRefused } from '../../../../../adapters/web/console/api/failure.js';
import { queryClient } from '../../../../../adapters/web/console/api/query-client.js';

const { retry, refetchInterval } = queryClient.getDefaultOptions().queries ?? {};

it('a request that the console refuses is not repeated; one without an answer is, once', () => {
  const repeats = retry as (failures: number, error: Error) => boolean;
  const lost = new ConsoleUnreachable();
  expect([repeats(0, new RequestRefused(403, 'x', 'no')), repeats(0, lost), repeats(1, lost)]).toEqual([
    ...[false, true, false],
  ]);
});

it.each([
  ['connecting', false, 5_000],
  ['polling', false, 5_000],
  ['live', false, false],
  ['polling', true, false],
] as const)('with the feed %s and an ended session %s, the page polls: %s', (feed, hasEnded, interval) => {
  changeFeedStatus.set(feed);
  hasSessionEnded.set(hasEnded);
  expect((refetchInterval as unknown as () => unknown)()).toBe(interval);
});
