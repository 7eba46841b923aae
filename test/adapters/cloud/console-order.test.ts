// Several consoles share the services: each studio has an order of its own.
import { expect, it } from 'vitest';
import { consoleOrder } from '../../../adapters/cloud/console-order.js';

const urls = ['https://a.example:3010', 'https://b.example:3010', 'https://c.example:3010', 'https://d.example:3010'];
const studios = Array.from({ length: 4_000 }, (_, number) => `studio-${String(number)}`);

const shares = (list: readonly (string | undefined)[]): readonly number[] =>
  [...Map.groupBy(list, (url) => url).values()].map(({ length }) => length / list.length);

it('@FLEET-1: about as many studios begin with each console', () => {
  const first = shares(studios.map((id) => consoleOrder(id, urls)[0]));
  expect(first).toHaveLength(4);
  for (const share of first) expect(share).toBeCloseTo(0.25, 1);
});

it('@FLEET-1: the studios of a console that is lost try the others about equally often', () => {
  const orders = studios.map((id) => consoleOrder(id, urls)).filter(([first]) => first === urls[0]);
  const next = shares(orders.map(([, second]) => second));
  expect(next).toHaveLength(3);
  for (const share of next) expect(share).toBeCloseTo(1 / 3, 1);
});

it('@FLEET-1: the order of a studio depends neither on that of the list nor on further consoles', () => {
  for (const id of studios.slice(0, 100)) {
    const order = consoleOrder(id, urls);
    expect(consoleOrder(id, urls.toReversed())).toEqual(order);
    expect(consoleOrder(id, urls.slice(1))).toEqual(order.filter((url) => url !== urls[0]));
    expect(order.toSorted()).toEqual(urls);
  }
});
