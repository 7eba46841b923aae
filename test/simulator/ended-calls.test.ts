// What remains of a panel that has given up, and of random numbers that a snapshot doesn't name: nothing.
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { manualClock } from '../../simulator/clock.js';
import { makePanelCall } from '../../simulator/panel/panel-client.js';
import { deviceRandoms } from '../../simulator/random.js';

it('a panel that has given up closes its connection', async () => {
  const clock = manualClock();
  const connection = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => {
      written();
    },
  });
  const deps = { connect: () => connection, url: 'http://127.0.0.1:1', clock };
  const called = makePanelCall({ path: '/api/v2', timeoutMs: 100 }, deps);
  await clock.advance(200);
  expect(await called).toMatchObject([{ outcome: 'timed_out', status: null }]);
  expect(connection.destroyed).toBe(true);
});

it('generators without a state in a snapshot start again with its seed', () => {
  const randoms = deviceRandoms(1);
  const series = () => Array.from({ length: 5 }, () => randoms.of('out-1').between(0, 1_000_000));
  const first = series();
  expect(series()).not.toEqual(first);
  randoms.restore({ seed: 1, devices: {} });
  expect(series()).toEqual(first);
});
