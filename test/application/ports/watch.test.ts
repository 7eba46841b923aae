// Several sources of changes that are watched as one.
import { expect, it } from 'vitest';
import { changeNotifier, watchAll } from '../../../application/ports/watch.js';

it('each source is reported to each watcher until that one ends', () => {
  const sources = [changeNotifier(), changeNotifier(), changeNotifier()];
  const watch = watchAll(sources.map((source) => source.watch));
  const notifyAll = (): void => {
    for (const [at, { notify }] of sources.entries()) notify(String(at));
  };
  const [one, other]: string[][] = [[], []];
  const end = watch((change) => one?.push(change));
  watch((change) => other?.push(change));
  notifyAll();
  end();
  notifyAll();
  expect([one, other]).toEqual([
    ['0', '1', '2'],
    ['0', '1', '2', '0', '1', '2'],
  ]);
});

it('a watcher that is added while a change is reported gets only later changes', () => {
  const { watch, notify } = changeNotifier();
  const received: string[] = [];
  const end = watch((change) => {
    watch((later) => received.push(`${later} after ${change}`));
    end();
  });
  for (const change of ['one', 'two']) notify(change);
  expect(received).toEqual(['two after one']);
});

it('a watcher that ends while a change is reported does not get it any more', () => {
  const { watch, notify } = changeNotifier();
  const received: string[] = [];
  watch(() => {
    end();
  });
  const end = watch((change) => received.push(change));
  notify('one');
  expect(received).toEqual([]);
});
