// When content that changes counts as settled.
import { expect, it } from 'vitest';
import { SettledContent, settleMs } from '../../../adapters/node/settled-content.js';
import { manualClock } from '../../../simulator/clock.js';

const missing = '(missing)';

const bench = (initial = 'a') => {
  const clock = manualClock();
  const delivered: string[] = [];
  let content = initial;
  const reads = { count: 0 };
  const follower = new SettledContent<string>(
    {
      read: () => {
        reads.count += 1;
        return Promise.resolve(content);
      },
      keyOf: (text) => text,
      isMissing: (text) => text === missing,
    },
    clock,
    (text) => delivered.push(text),
  );
  const write = (text: string): void => {
    content = text;
    follower.check();
  };
  return { clock, delivered, follower, write, reads };
};

it('delivers content that two reads agree on, once', async () => {
  const { clock, delivered, write } = bench();
  write('a');
  await clock.advance(settleMs - 1);
  expect(delivered).toEqual([]);
  await clock.advance(1);
  expect(delivered).toEqual(['a']);
  write('a');
  await clock.advance(10 * settleMs);
  expect(delivered).toEqual(['a']);
});

it('delivers what is demanded once more, and after that only what is new', async () => {
  const { clock, delivered, follower, write } = bench();
  write('a');
  await clock.advance(settleMs);
  follower.demand();
  await clock.advance(settleMs);
  expect(delivered).toEqual(['a', 'a']);
  follower.check();
  await clock.advance(settleMs);
  expect(delivered).toEqual(['a', 'a']);
  write('b');
  await clock.advance(settleMs);
  expect(delivered).toEqual(['a', 'a', 'b']);
});

it('never delivers what is written halfway', async () => {
  const { clock, delivered, write } = bench();
  for (const text of ['ab', 'abc', 'abcd']) {
    write(text);
    await clock.advance(settleMs - 1);
  }
  await clock.advance(2 * settleMs);
  expect(delivered).toEqual(['abcd']);
});

it('reads again when a change is reported during the last read', async () => {
  const { clock, delivered, follower, reads } = bench();
  follower.check();
  await clock.advance(0);
  follower.check();
  await clock.advance(settleMs);
  expect([delivered, reads.count]).toEqual([['a'], 2]);
  const during = bench();
  during.follower.check();
  await during.clock.advance(settleMs);
  during.write('b');
  during.write('b');
  await during.clock.advance(3 * settleMs);
  expect(during.delivered).toEqual(['a', 'b']);
});

it('ignores content that is missing for a moment, and delivers that it is gone after 3 s', async () => {
  const { clock, delivered, write } = bench();
  write(missing);
  await clock.advance(2_000);
  write('b');
  await clock.advance(1_000);
  expect(delivered).toEqual(['b']);
  write(missing);
  await clock.advance(2_900);
  expect(delivered).toEqual(['b']);
  await clock.advance(200);
  expect(delivered).toEqual(['b', missing]);
});

it('delivers nothing once it is stopped', async () => {
  const { clock, delivered, follower, reads } = bench();
  follower.check();
  await clock.advance(0);
  follower.stop();
  follower.check();
  await clock.advance(10 * settleMs);
  expect([delivered, reads.count, clock.waiting()]).toEqual([[], 1, 0]);
});

it('reads again when a change is reported while the last read is under way', async () => {
  const clock = manualClock();
  const delivered: string[] = [];
  const reads: ((text: string) => void)[] = [];
  const follower = new SettledContent<string>(
    {
      read: () => new Promise((resolve) => void reads.push(resolve)),
      keyOf: (text) => text,
      isMissing: () => false,
    },
    clock,
    (text) => delivered.push(text),
  );
  const answer = async (text: string): Promise<void> => {
    reads.shift()?.(text);
    await clock.advance(settleMs);
  };
  follower.check();
  await answer('a');
  follower.check();
  await answer('a');
  expect([delivered, reads.length]).toEqual([['a'], 1]);
  await answer('b');
  await answer('b');
  expect([delivered, reads.length]).toEqual([['a', 'b'], 0]);
  follower.stop();
});
