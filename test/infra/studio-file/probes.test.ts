// Many addresses that are probed at once: results in the order of the addresses, whichever answers first.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { ProbeResult } from '../../../application/connections/discovery.js';
import { failuresIn, foundIn, probeAll, type Candidate } from '../../../infra/studio-file/probes.js';

const count = 20;

it('@DISCOVER-7: at most 16 addresses are probed at once, and the results have the order of the addresses', async () => {
  const answers = new Map<number, (result: ProbeResult) => void>();
  const candidates = Array.from({ length: count }, (_, index): Candidate => {
    const probe = (): Promise<ProbeResult> => new Promise((resolve) => answers.set(index, resolve));
    return { protocol: 'p', host: 'h', port: index, discovery: { port: 1, probe } };
  });
  const probed = probeAll(candidates);
  const begun: number[] = [];
  while (answers.size > 0 || begun.length < count) {
    await new Promise((turn) => setImmediate(turn));
    begun.push(answers.size);
    // The newest answers first.
    const [last] = [...answers.keys()].slice(-1);
    answers.get(last ?? -1)?.(last === 3 ? E.left('is silent') : E.right({ description: String(last) }));
    answers.delete(last ?? -1);
  }
  const results = await probed;
  expect(Math.max(...begun)).toBe(16);
  expect(foundIn(results).map(({ port, equipment }) => [port, equipment.description])).toEqual(
    candidates.filter(({ port }) => port !== 3).map(({ port }) => [port, String(port)]),
  );
  expect(failuresIn(results)).toEqual(['h port 3 (p) is silent']);
});

it('a driver that fails while it probes is named with its reason, and the others find their equipment', async () => {
  const candidate = (port: number, probe: () => Promise<ProbeResult>): Candidate => ({
    protocol: 'p',
    host: 'h',
    port,
    discovery: { port: 1, probe },
    ...(port === 2 && { announcedAs: 'Desk "A"' }),
  });
  const results = await probeAll([
    candidate(1, () => Promise.reject(new Error('it broke'))),
    candidate(2, () => {
      throw new Error('it broke at once');
    }),
    candidate(3, () => Promise.resolve(E.right({ description: 'a mixer' }))),
  ]);
  expect(failuresIn(results)).toEqual([
    'h port 1 (p) can not be asked: it broke',
    '"Desk \\"A\\"" at h port 2 (p) can not be asked: it broke at once',
  ]);
  expect(foundIn(results).map(({ port, equipment }) => [port, equipment.description])).toEqual([[3, 'a mixer']]);
});

it('a driver that never ends, although it is asked to, delays no result for longer than its time', async () => {
  let isAborted = false;
  const probe: Candidate['discovery']['probe'] = (_address, { signal }) => {
    signal.addEventListener('abort', () => (isAborted = true));
    return new Promise(() => undefined);
  };
  const results = await probeAll([{ protocol: 'p', host: 'h', port: 1, discovery: { port: 1, probe } }], 10);
  expect(failuresIn(results)).toEqual(['h port 1 (p) does not answer within 0.01 s']);
  expect(isAborted).toBe(true);
});
