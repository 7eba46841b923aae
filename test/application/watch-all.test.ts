// Several sources of changes that are watched as one.
import { expect, it } from 'vitest';
import { changeNotifier } from '../../application/events/change-notifier.js';
import { watchAll } from '../../application/events/watch-all.js';

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
