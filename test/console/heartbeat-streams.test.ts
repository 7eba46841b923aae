// The heartbeats of several streams of one studio, and of streams that end while the store is asked.
import { expect, it } from 'vitest';
import { serviceHeartbeats } from '../../application/console/sync/service-heartbeats.js';
import { changeNotifier } from '../../application/events/change-notifier.js';
import type { ConsoleMessage } from '../../application/ports/console-messages.js';
import { manualClock } from '../../simulator/clock.js';

const periodMs = 15_000;
const streamOf = (id: string) => ({ id, studioId: 'studio-1', keyHash: 'hash' });

const bench = () => {
  const clock = manualClock();
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const send = (message: ConsoleMessage): Promise<void> => {
    notify(message);
    return Promise.resolve();
  };
  let answer = Promise.resolve();
  const keys = () => answer.then(() => ({ keyHash: null }));
  const process = () => serviceHeartbeats({ messages: { maxLength: 7_900, send, watch }, clock, store: { keys } });
  const silent: string[] = [];
  const expectOne = (one: ReturnType<typeof process>, id: string) =>
    one.expect(streamOf(id), () => void silent.push(id));
  const answerAfter = (promise: Promise<void>): void => {
    answer = promise;
  };
  return { clock, process, silent, expectOne, answerAfter };
};

it.each(['stream-1', 'stream-2', 'stream-3'])(
  '@STATUS-8: heartbeats of %s keep no other stream open',
  async (beating) => {
    const { clock, process, silent, expectOne } = bench();
    const [one, other] = [process(), process()];
    const ids = ['stream-1', 'stream-2', 'stream-3'];
    for (const id of ids) expectOne(one, id);
    for (let periods = 0; periods < 3; periods += 1) {
      await clock.advance(periodMs - 1);
      await other.receive('studio-1', beating);
      await clock.advance(1);
    }
    expect(silent).toEqual(ids.filter((id) => id !== beating));
  },
);

it('@STATUS-8: the end of a stream leaves the others of its studio expected', async () => {
  const { clock, process, silent, expectOne } = bench();
  const one = process();
  const stop = expectOne(one, 'stream-1');
  expectOne(one, 'stream-2');
  stop();
  expect(one.streams('studio-1')).toEqual([streamOf('stream-2')]);
  await clock.advance(3 * periodMs);
  expect(silent).toEqual(['stream-2']);
});

it('@STATUS-8: a stream that ends while the store is asked is not ended again', async () => {
  const { clock, process, silent, expectOne, answerAfter } = bench();
  const stop = expectOne(process(), 'stream-1');
  await clock.advance(2 * periodMs);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  answerAfter(promise.then(() => undefined));
  await clock.advance(periodMs);
  stop();
  resolve(undefined);
  await clock.advance(0);
  expect(silent).toEqual([]);
});
