// Commands of the simulated server that callers of the service don't send, but other clients do.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { casparcgBench, type CasparcgBench } from '../../adapters/drivers/casparcg/bench.js';

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const visible = () => {
  const producer = bench.server.visible('1-10');
  return producer.kind === 'file' ? producer : undefined;
};

it('LOAD shows the first picture of a file, and does not play it', async () => {
  bench.execute('LOAD 1-10 "headlines"');
  await bench.pass(500);
  expect(visible()?.media.name).toBe('headlines');
  expect(visible()?.pausedAtS).toBeLessThan(0.1);
});

it('a pause right after a seek is at the position that was sought', async () => {
  bench.execute('PLAY 1-10 "headlines"');
  await bench.pass(1_000);
  bench.execute('CALL 1-10 SEEK 500');
  bench.execute('PAUSE 1-10');
  await bench.pass(500);
  expect(visible()?.pausedAtS).toBeCloseTo(20, 1);
});

it('a call of LOOP begins a loop, and ends it', async () => {
  bench.execute('PLAY 1-10 "headlines"');
  await bench.pass(500);
  const loops = ['1', '0', '1'].map((value) => {
    bench.execute(`CALL 1-10 LOOP ${value}`);
    return visible()?.loop;
  });
  expect(loops).toEqual([true, false, true]);
});

it('LOADBG with AUTO plays the file a frame before the end of the one that is on, and at once on an empty layer', async () => {
  bench.execute('LOADBG 1-10 "jingle" AUTO');
  await bench.pass(500);
  expect(visible()?.media.name).toBe('jingle');
  bench.execute('LOADBG 1-10 "headlines" AUTO');
  await bench.pass(1_300);
  expect(visible()?.media.name).toBe('jingle');
  await bench.pass(300);
  expect(visible()?.media.name).toBe('headlines');
});

it('a STOP, and a LOADBG without AUTO, take back that a file follows', async () => {
  for (const line of ['STOP 1-10', 'LOADBG 1-10 "headlines"']) {
    bench.execute('PLAY 1-10 "jingle"');
    bench.execute('LOADBG 1-10 "headlines" AUTO');
    bench.execute(line);
    await bench.pass(3_000);
    expect(visible()?.media.name).not.toBe('headlines');
  }
});
