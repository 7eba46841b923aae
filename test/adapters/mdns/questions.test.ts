// The datagrams in which questions are sent.
import { expect, it } from 'vitest';
import { ask } from '../../../adapters/mdns/browse.js';
import { typeQuestion, type Question } from '../../../adapters/mdns/service-records.js';

it.each([
  [0, []],
  [1, [1]],
  [20, [20]],
  [21, [20, 1]],
  [45, [20, 20, 5]],
])('@DISCOVER-7: %i questions are sent, at most 20 in a datagram', (count, sizes) => {
  const questions = Array.from({ length: count }, (_, at) => typeQuestion(`_service-${String(at)}._tcp`));
  const sent: (readonly Question[])[] = [];
  ask({ query: (some: unknown) => void sent.push(some as readonly Question[]) }, questions);
  expect(sent.map(({ length }) => length)).toEqual(sizes);
  expect(sent.flat()).toEqual(questions);
});
