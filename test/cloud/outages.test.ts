// The link over ways that go dead, are cut, or hold streams back; and how it waits: ever longer, never all at once.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configurationLink, type ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import type { ConsoleClient } from '../../adapters/cloud/console-client.js';
import { logThrottle } from '../../adapters/cloud/log-throttle.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { readableLog, type ReadableLog } from '../console/readable-log.js';
import { testConsole, type TestConsole } from '../console/console.js';
import { testService, until, version, type TestService } from './link.js';
import { bufferingProxy, cable, type Cable, type Proxy } from './network-path.js';

describe('a way to a console that is there', () => {
  let made: TestConsole;
  let service: TestService;
  let way: Cable | Proxy;
  let changes = 0;

  beforeEach(async () => {
    made = await testConsole();
    await made.server.listen(0, '127.0.0.1');
  });
  afterEach(async () => {
    await service.link.stop();
    await way.close();
    await made.server.close(0);
  });

  const port = (): number => (made.server.node.address() as AddressInfo).port;
  const linkOver = (opened: Cable | Proxy): void => {
    way = opened;
    service = testService(opened.url, made.key);
    service.link.start();
  };
  const change = () => {
    changes += 1;
    return made.operate('POST', '/api/studios/studio-1/devices', {
      name: `Panel ${String(changes)}`,
      access: 'read_only',
    });
  };
  const desired = async () => (await made.ports.store.studio('studio-1'))?.configuration.version;
  const isTold = async (): Promise<boolean> =>
    (await made.ports.store.studio('studio-1'))?.appliedVersion === (await desired());
  const isInForce = async (): Promise<boolean> => (await desired()) === service.inForce();
  /** Winds the clock by a tenth of the time at once until it is so; fails when that takes longer. */
  const within = async (ms: number, isSo: () => unknown): Promise<void> => {
    const givenUpAt = service.clock.now() + ms;
    await until(async () => {
      if (await isSo()) return true;
      expect(service.clock.now()).toBeLessThan(givenUpAt);
      await service.clock.advance(ms / 10);
      return isSo();
    });
  };
  const said = (sentence: string): number => service.log.lines.filter((line) => line.includes(sentence)).length;

  it('that goes dead without a word is noticed by the heartbeat that is missing, and dialled anew', async () => {
    const line = await cable(port());
    linkOver(line);
    await until(isTold);
    line.goDead();
    await change();
    await service.clock.advance(44_000);
    expect([await isInForce(), service.link.connected()]).toEqual([false, true]);
    await within(20_000, isInForce);
    expect(said('no sign of life for 45000 ms')).toBe(1);
    // What was told over the dead connection is told again.
    await within(60_000, isTold);
  });

  it('that is cut again and again brings every change all the same', async () => {
    const line = await cable(port());
    linkOver(line);
    for (let time = 0; time < 5; time += 1) {
      await until(isInForce);
      line.cut();
      await until(() => !service.link.connected());
      await change();
      await service.clock.advance(30_000);
      expect(await isInForce()).toBe(false);
      line.mend();
      await within(60_000, isInForce);
    }
  });

  it('that holds streams back lets questions through: changes arrive by them, a revocation too', async () => {
    linkOver(await bufferingProxy(port()));
    await within(15_000, isInForce);
    const { body } = await change();
    await within(15_000, isInForce);
    const { id } = (body as { device: { id: string } }).device;
    // However long it goes on, and however often the stream is given up meanwhile.
    await service.clock.advance(600_000);
    await made.operate('POST', `/api/studios/studio-1/devices/${id}/revoke`, {});
    await within(15_000, isInForce);
    expect(service.access.current().configuration.devices).toMatchObject([{ state: 'revoked' }]);
    await until(isTold);
  });

  it('that holds streams back no more is followed again, and nothing more is asked', async () => {
    const proxy = await bufferingProxy(port());
    linkOver(proxy);
    await within(15_000, isInForce);
    proxy.passStreams();
    await within(60_000, () => said('connected to the console') > said('not connected to the console'));
    await change();
    await until(isInForce);
    const asked = proxy.requests.filter((one) => one === 'GET /sync/configuration').length;
    await service.clock.advance(40_000);
    expect(proxy.requests.filter((one) => one === 'GET /sync/configuration')).toHaveLength(asked);
  });
});

describe('a console that is away', () => {
  let clock: ManualClock;
  let log: ReadableLog;
  let isAway: boolean;
  const links: ConfigurationLink[] = [];

  beforeEach(() => {
    [clock, log, isAway] = [manualClock(), readableLog(), true];
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.stop()));
    expect(clock.waiting()).toBe(0);
  });

  const nothing = (): Promise<void> => Promise.resolve();
  /** A console that is away, or sends a configuration and holds the stream open; tells when somebody came. */
  const consoleOf = (came: number[]): ConsoleClient => ({
    follow: (onEvent, _onSign, signal) => {
      came.push(clock.now());
      if (isAway) return Promise.reject(new Error('no route to host'));
      onEvent({ event: 'configuration', data: JSON.stringify(version(9)) });
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    },
    ask: () => Promise.reject(new Error('no route to host')),
    tell: nothing,
    report: nothing,
  });

  /** A link; gives when it has called, and what it was brought. */
  const link = (random: () => number) => {
    const [came, brought]: [number[], unknown[]] = [[], []];
    const intake = {
      offer: (sent: unknown) => {
        brought.push(sent);
        return Promise.resolve({ version: 9 });
      },
      stop: () => undefined,
    };
    const spoken = { client: consoleOf(came), intake, version: () => 0, clock, random, log: logThrottle(clock, log) };
    const made = configurationLink(spoken);
    links.push(made);
    made.start();
    return { came, brought };
  };

  it('is called ever later, up to half a minute, for three days, and is heard within that once it is back', async () => {
    const { came, brought } = link(() => 0.5);
    await clock.advance(60_000);
    const waits = came.slice(1).map((time, place) => time - (came[place] ?? 0));
    expect(waits.slice(0, 8)).toEqual([375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500].slice(0, waits.length));
    await clock.advance(72 * 3_600_000);
    const calls = came.length;
    expect(calls).toBeLessThan((72 * 3_600) / 15);
    expect(calls).toBeGreaterThan((72 * 3_600) / 30);
    expect(clock.waiting()).toBe(1);
    expect(log.lines.length).toBeLessThan(2 * 72 * 6 + 10);
    expect(brought).toEqual([]);
    isAway = false;
    await clock.advance(30_000);
    expect(brought).toEqual([version(9)]);
    expect(came).toHaveLength(calls + 1);
  });

  it('is not called by a thousand services at one moment', async () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const all = Array.from({ length: 1_000 }, () => link(random).came);
    await clock.advance(60_000);
    isAway = false;
    const back = clock.now();
    await clock.advance(30_000);
    const arrivals = all.map((came) => (came.at(-1) ?? 0) - back);
    expect(Math.min(...arrivals)).toBeGreaterThan(0);
    // In each of thirty seconds some, and in none more than three times its share.
    const perSecond = Array.from(
      { length: 30 },
      (_, second) => arrivals.filter((ms) => Math.floor(ms / 1_000) === second).length,
    );
    expect(Math.max(...perSecond)).toBeLessThan(100);
    const perMoment = Map.groupBy(arrivals, (ms) => Math.floor(ms / 10));
    expect(Math.max(...[...perMoment.values()].map((moment) => moment.length))).toBeLessThan(10);
  });

  it('fills no log: the same is said once in ten minutes, and again after better news', () => {
    const sparing = logThrottle(clock, log);
    const lines = (): number => log.lines.splice(0).length;
    for (let time = 0; time < 10; time += 1) sparing.warn('away', { reason: 'no route' });
    expect(lines()).toBe(1);
    sparing.warn('away', { reason: 'no answer' });
    sparing.error('away', { reason: 'no route' });
    expect(lines()).toBe(2);
    sparing.info('back');
    sparing.warn('away', { reason: 'no route' });
    expect(lines()).toBe(2);
    for (let line = 0; line < 1_000; line += 1) sparing.warn('away', { line });
    expect(lines()).toBe(1_000);
  });
});
