// Which calls a panel repeats, how often, and that nothing of it remains afterwards.
import { createServer, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectInMemory, refusedConnection } from '../../../adapters/node/memory-connection.js';
import { manualClock } from '../../../simulator/clock.js';
import { makePanelCall } from '../../../simulator/panel/panel-client.js';
import type { PanelCall } from '../../../simulator/panel/panel-call.js';

const bench = (statuses: readonly (number | 'none' | 'closed')[]) => {
  const clock = manualClock();
  const urls: string[] = [];
  /** How many connections the service has seen closed. */
  let closed = 0;
  const server: Server = createServer(({ url = '', socket }, response) => {
    socket.once('close', () => (closed += 1));
    const status = statuses[urls.push(url) - 1] ?? 200;
    if (status === 'closed') socket.destroy();
    if (typeof status === 'string') return;
    response.statusCode = status;
    response.end('body');
  });
  const deps = { clock, url: 'http://127.0.0.1:1', connect: (address: string) => connectInMemory(server, address) };
  /** Makes a call, and lets the studio's time pass as long as it waits for it. */
  const call = async (more: Partial<PanelCall>) => {
    let isOver = false;
    const isEnded = (): boolean => isOver;
    const made = makePanelCall({ path: '/a', ...more }, deps).finally(() => {
      isOver = true;
    });
    while (!isEnded()) {
      await new Promise((turn) => setImmediate(turn));
      if (clock.waiting() > 0) await clock.advance(50);
    }
    return made;
  };
  return { clock, urls, call, deps, closed: () => closed };
};

describe('a call of a panel', () => {
  it.each<[string, (number | 'none' | 'closed')[], Partial<PanelCall>, number]>([
    ['a status below 500', [499], { repeats: 3 }, 1],
    ['a status of 500, until it succeeds', [500, 503, 200], { repeats: 5 }, 3],
    ['a status of 500, as often as it may', [500, 500, 500, 500], { repeats: 2 }, 3],
    ['a status of 500, if it may not', [500], {}, 1],
    ['no answer in time', ['none', 'none', 'none'], { repeats: 1, timeoutMs: 1_000 }, 2],
    ['a connection that the service closes, until it succeeds', ['closed', 'closed', 200], { repeats: 5 }, 3],
  ])('is made again after %s: %j %j', async (_what, statuses, more, times) => {
    const { call, urls } = bench(statuses);
    expect(await call(more)).toHaveLength(times);
    expect(urls).toHaveLength(times);
  });

  it('is made again after a refused connection, with a pause of a second', async () => {
    const { clock, deps } = bench([]);
    const made = makePanelCall({ path: '/a', repeats: 2 }, { ...deps, connect: refusedConnection });
    while (clock.waiting() === 0) await new Promise((turn) => setImmediate(turn));
    await clock.advance(999);
    expect(clock.waiting()).toBe(1);
    await clock.advance(1);
    while (clock.waiting() === 0) await new Promise((turn) => setImmediate(turn));
    await clock.advance(1_000);
    const attempts = await made;
    const [first = 0, second, third] = attempts.map(({ time }) => Date.parse(time));
    expect([second, third]).toEqual([first + 1_000, first + 2_000]);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
  });

  it('has failed if the service closes the connection', async () => {
    expect(await bench(['closed']).call({})).toMatchObject([{ outcome: 'failed', status: null, body: null }]);
  });

  it('closes its connection at its end, also if that is the end of its patience', async () => {
    const { call, closed } = bench([200, 'none']);
    for (const timeoutMs of [60_000, 100]) {
      const before = closed();
      await call({ timeoutMs });
      await expect.poll(closed).toBe(before + 1);
    }
  });

  it('leaves no timer', async () => {
    const { call, clock } = bench([200]);
    const startMs = clock.now();
    await call({ timeoutMs: 60_000 });
    expect([clock.waiting(), clock.now() - startMs < 60_000]).toEqual([0, true]);
  });

  it('has its token in the query, encoded', async () => {
    const { call, urls } = bench([200, 200]);
    await call({ path: '/a?x=1', token: 'a&b=#' });
    await call({ path: '/a', token: 't' });
    expect(urls).toEqual(['/a?x=1&token=a%26b%3D%23', '/a?token=t']);
  });
});
