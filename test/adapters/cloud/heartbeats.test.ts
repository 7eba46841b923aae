// The service's heartbeats: as the console asks for them, for as long as its stream is open.
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamHeartbeats } from '../../../adapters/cloud/heartbeats.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { linkedService, respond, scriptedConsole, until, type LinkedService, type ScriptedConsole } from './link.js';

describe('@STATUS-8: the heartbeats of a service', () => {
  let app: ScriptedConsole;
  let service: LinkedService;
  let status: number;
  let bodies: unknown[];

  beforeEach(async () => {
    [status, bodies] = [204, []];
    app = await scriptedConsole({
      '/sync/heartbeat': (request, response) => {
        void json(request).then((body) => {
          bodies.push(body);
          respond(response, status);
        });
      },
    });
    service = linkedService(app.url, 'key');
    service.link.start();
    await until(() => service.link.connected());
    app.sendEvent('{}');
    await until(() => app.appliedReports.length > 0 && service.clock.waiting() === 1);
  });
  afterEach(async () => {
    await service.link.stop();
    expect(service.clock.waiting()).toBe(0);
    await app.close();
  });

  const sent = (): number => app.requests.filter((one) => one === 'POST /sync/heartbeat').length;
  const ask = (data: unknown) => app.streams.at(-1)?.write(`event: heartbeat\ndata: ${JSON.stringify(data)}\n\n`);
  /** Keeps the stream alive, and advances the clock by a period. */
  const pass = async (ms = 15_000): Promise<void> => {
    app.streams.at(-1)?.write(': heartbeat\n\n');
    await service.clock.advance(ms);
  };
  /** The timers of the silence and of the heartbeats. */
  const untilWaiting = () => until(() => service.clock.waiting() === 2);
  const warnings = () => service.log.lines.filter((line) => line.includes('did not respond'));

  it('are sent every period, until the stream ends', async () => {
    await pass();
    expect(sent()).toBe(0);
    ask({ stream: 'one', everyMs: 15_000 });
    await untilWaiting();
    for (let beats = 1; beats < 4; beats += 1) {
      await pass();
      await until(() => sent() === beats);
    }
    app.streams.at(-1)?.end();
    await until(() => !service.link.connected());
    expect(sent()).toBe(3);
  });

  it('are sent once, also if the console asks again', async () => {
    ask({ stream: 'one', everyMs: 15_000 });
    ask({ stream: 'two', everyMs: 15_000 });
    await untilWaiting();
    for (let beats = 1; beats <= 2; beats += 1) {
      await pass();
      await until(() => bodies.length >= beats);
    }
    expect(bodies).toEqual([{ stream: 'two' }, { stream: 'two' }]);
  });

  it.each([{ stream: 'one', everyMs: 10 }, { stream: '', everyMs: 15_000 }, 'nonsense', null])(
    'are not sent for %j',
    async (data) => {
      ask(data);
      app.sendEvent('{}');
      await until(() => app.appliedReports.length > 1);
      await pass();
      expect(sent()).toBe(0);
    },
  );

  it('are repeated early when one fails', async () => {
    status = 503;
    ask({ stream: 'one', everyMs: 15_000 });
    await untilWaiting();
    await pass();
    await until(() => warnings().length === 1);
    await pass(5_000);
    await until(() => warnings().length === 2);
  });

  it('are sent on without a warning if a console of an earlier version answers', async () => {
    status = 404;
    ask({ stream: 'one', everyMs: 15_000 });
    await untilWaiting();
    await pass();
    await until(() => sent() === 1);
    await untilWaiting();
    expect(warnings()).toEqual([]);
  });
});

describe('heartbeats in time', () => {
  it.each([0, 0.5, 0.999])('@STATUS-8: are never late, and at most a quarter early: %d', async (random) => {
    const clock = manualClock();
    const times: number[] = [];
    const client = { sendHeartbeat: () => Promise.resolve(void times.push(clock.now())) };
    const heartbeats = streamHeartbeats({ client, clock, random: () => random, log: silent });
    const startMs = clock.now();
    heartbeats.start({ stream: 'one', everyMs: 15_000 });
    await clock.advance(60_000);
    const gaps = times.map((time, at) => time - (times[at - 1] ?? startMs));
    expect(gaps.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(11_250);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000);
    await heartbeats.stop();
    expect(clock.waiting()).toBe(0);
  });
});
