// The link during network outages and behind buffering proxies, and its retry delays.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configurationLink, type ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import type { ConsoleClient } from '../../adapters/cloud/console-client.js';
import { logThrottle } from '../../adapters/cloud/log-throttle.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../application/console/readable-log.js';
import { testConsole, type ConsoleUnderTest } from '../application/console/console.js';
import { linkedService, until, version, type LinkedService } from '../adapters/cloud/link.js';
import { bufferingProxy, tcpRelay, type TcpRelay, type Proxy } from '../adapters/cloud/network-path.js';

describe('a link over a faulty network path', () => {
  let app: ConsoleUnderTest;
  let service: LinkedService;
  let path: TcpRelay | Proxy;
  let changes = 0;

  beforeEach(async () => {
    app = await testConsole();
    await app.server.listen(0, '127.0.0.1');
  });
  afterEach(async () => {
    await service.link.stop();
    await path.close();
    await app.server.close(0);
  });

  const port = (): number => (app.server.node.address() as AddressInfo).port;
  const linkOver = (opened: TcpRelay | Proxy): void => {
    path = opened;
    service = linkedService(opened.url, app.key);
    service.link.start();
  };
  const change = () => {
    changes += 1;
    return app.operate('POST', '/api/studios/studio-1/devices', {
      name: `Panel ${String(changes)}`,
      access: 'read_only',
    });
  };
  const desired = async () => (await app.ports.store.studio('studio-1'))?.configuration.version;
  const isReported = async (): Promise<boolean> =>
    (await app.ports.store.studio('studio-1'))?.appliedVersion === (await desired());
  const isInForce = async (): Promise<boolean> => (await desired()) === service.inForce();
  /** Advances the clock in steps of a tenth of `ms` until a condition holds; fails after `ms`. */
  const within = async (ms: number, condition: () => unknown): Promise<void> => {
    const deadline = service.clock.now() + ms;
    await until(async () => {
      if (await condition()) return true;
      expect(service.clock.now()).toBeLessThan(deadline);
      await service.clock.advance(ms / 10);
      return condition();
    });
  };
  const logged = (message: string): number => service.log.lines.filter((line) => line.includes(message)).length;

  it('detects a frozen connection by missing heartbeats, and reconnects', async () => {
    const line = await tcpRelay(port());
    linkOver(line);
    await until(isReported);
    line.freeze();
    await change();
    await service.clock.advance(44_000);
    expect([await isInForce(), service.link.connected()]).toEqual([false, true]);
    await within(20_000, isInForce);
    expect(logged('no sign of life for 45000 ms')).toBe(1);
    // The report that was lost on the frozen connection is sent again.
    await within(60_000, isReported);
  });

  it('gets every change although its connection breaks repeatedly', async () => {
    const line = await tcpRelay(port());
    linkOver(line);
    for (let time = 0; time < 5; time += 1) {
      await until(isInForce);
      line.cut();
      await until(() => !service.link.connected());
      await change();
      await service.clock.advance(30_000);
      expect(await isInForce()).toBe(false);
      line.restore();
      await within(60_000, isInForce);
    }
  });

  it('gets changes by polling behind a buffering proxy, including a revocation', async () => {
    linkOver(await bufferingProxy(port()));
    await within(15_000, isInForce);
    const { body } = await change();
    await within(15_000, isInForce);
    const { id } = (body as { device: { id: string } }).device;
    // Long enough for many stream time-outs.
    await service.clock.advance(600_000);
    await app.operate('POST', `/api/studios/studio-1/devices/${id}/revoke`, {});
    await within(15_000, isInForce);
    expect(service.access.current().configuration.devices).toMatchObject([{ state: 'revoked' }]);
    await until(isReported);
  });

  it('follows the stream again and stops polling once the proxy stops buffering', async () => {
    const proxy = await bufferingProxy(port());
    linkOver(proxy);
    await within(15_000, isInForce);
    proxy.passStreams();
    await within(60_000, () => logged('connected to the console') > logged('not connected to the console'));
    await change();
    await until(isInForce);
    const polled = proxy.requests.filter((one) => one === 'GET /sync/configuration').length;
    await service.clock.advance(40_000);
    expect(proxy.requests.filter((one) => one === 'GET /sync/configuration')).toHaveLength(polled);
  });
});

describe('a link to an unreachable console', () => {
  let clock: ManualClock;
  let log: MemoryLog;
  let isUnreachable: boolean;
  const links: ConfigurationLink[] = [];

  beforeEach(() => {
    [clock, log, isUnreachable] = [manualClock(), memoryLog(), true];
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.stop()));
    expect(clock.waiting()).toBe(0);
  });

  const nothing = (): Promise<void> => Promise.resolve();
  /** An unreachable console, or one that sends a configuration on an open stream; records the times of connections. */
  const recordingConsole = (connectedAt: number[]): ConsoleClient => ({
    follow: (onEvent, _onActivity, signal) => {
      connectedAt.push(clock.now());
      if (isUnreachable) return Promise.reject(new Error('no route to host'));
      onEvent({ event: 'configuration', data: JSON.stringify(version(9)) });
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    },
    fetchConfiguration: () => Promise.reject(new Error('no route to host')),
    reportApplied: nothing,
    reportStatus: nothing,
    reportCalls: nothing,
    sendCalls: nothing,
    sendState: nothing,
    sendHeartbeat: nothing,
    sendAnswer: nothing,
  });

  /** Starts a link; returns the times of its connections, and the configurations it received. */
  const link = (random: () => number) => {
    const [connectedAt, received]: [number[], unknown[]] = [[], []];
    const intake = {
      offer: (sent: unknown) => {
        received.push(sent);
        return { version: 9 };
      },
      written: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
    const deps = {
      client: recordingConsole(connectedAt),
      intake,
      version: () => 0,
      clock,
      random,
      log: logThrottle(clock, log),
    };
    const created = configurationLink(deps);
    links.push(created);
    created.start();
    return { connectedAt, received };
  };

  it('retries with delays up to 30 seconds for three days, and receives the configuration within 30 seconds afterwards', async () => {
    const { connectedAt, received } = link(() => 0.5);
    await clock.advance(60_000);
    const waits = connectedAt.slice(1).map((time, index) => time - (connectedAt[index] ?? 0));
    expect(waits.slice(0, 8)).toEqual([375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500].slice(0, waits.length));
    await clock.advance(72 * 3_600_000);
    const calls = connectedAt.length;
    expect(calls).toBeLessThan((72 * 3_600) / 15);
    expect(calls).toBeGreaterThan((72 * 3_600) / 30);
    expect(clock.waiting()).toBe(1);
    expect(log.lines.length).toBeLessThan(2 * 72 * 6 + 10);
    expect(received).toEqual([]);
    isUnreachable = false;
    await clock.advance(30_000);
    expect(received).toEqual([version(9)]);
    expect(connectedAt).toHaveLength(calls + 1);
  });

  it('spreads the reconnects of a thousand services', async () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const all = Array.from({ length: 1_000 }, () => link(random).connectedAt);
    await clock.advance(60_000);
    isUnreachable = false;
    const back = clock.now();
    await clock.advance(30_000);
    const arrivals = all.map((times) => (times.at(-1) ?? 0) - back);
    expect(Math.min(...arrivals)).toBeGreaterThan(0);
    // No second has more than three times its share.
    const perSecond = Array.from(
      { length: 30 },
      (_, second) => arrivals.filter((ms) => Math.floor(ms / 1_000) === second).length,
    );
    expect(Math.max(...perSecond)).toBeLessThan(100);
    const perMoment = Map.groupBy(arrivals, (ms) => Math.floor(ms / 10));
    expect(Math.max(...[...perMoment.values()].map((moment) => moment.length))).toBeLessThan(10);
  });

  it('logs an identical warning once in ten minutes, and again after an info', () => {
    const throttled = logThrottle(clock, log);
    const lines = (): number => log.lines.splice(0).length;
    for (let time = 0; time < 10; time += 1) throttled.warn('away', { reason: 'no route' });
    expect(lines()).toBe(1);
    throttled.warn('away', { reason: 'no answer' });
    throttled.error('away', { reason: 'no route' });
    expect(lines()).toBe(2);
    throttled.info('back');
    throttled.warn('away', { reason: 'no route' });
    expect(lines()).toBe(2);
    for (let line = 0; line < 1_000; line += 1) throttled.warn('away', { line });
    expect(lines()).toBe(1_000);
  });
});
