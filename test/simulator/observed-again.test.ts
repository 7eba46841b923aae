// What the stream shows of a service that was replaced, and of many calls; and who sent commands that others cause.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandSource } from '../../application/as-run/as-run.js';
import { failure } from '../../domain/failure.js';
import { observedService, type FollowedService } from '../../infra/simulated/observed-service.js';
import { batchMs, eventFeed } from '../../simulator/api/event-feed.js';
import { manualClock } from '../../simulator/clock.js';
import { commandSources } from '../../simulator/command-sources.js';
import { memoryLog } from '../console/readable-log.js';
import { startHttpService, type TestService } from '../http/service.js';

describe('an observed service', () => {
  let services: TestService[];
  let observed: FollowedService;
  let notices: number;

  beforeEach(async () => {
    services = [await startHttpService(), await startHttpService()];
    const [first] = services;
    observed = observedService((first ?? expect.unreachable()).composed, 'http://127.0.0.1:1');
    notices = 0;
    observed.watch(() => {
      notices += 1;
    });
  });
  afterEach(async () => {
    for (const service of services) await service.close();
  });

  const call = (index: number, path = '/api/v2/plain/health') =>
    fetch(`http://127.0.0.1:${String(services[index]?.port)}${path}`).then((response) => response.text());
  const shownPaths = () => observed.calls().map(({ call: { path } }) => path);

  it('that is replaced is no longer followed', async () => {
    observed.follow(services[1]?.composed);
    notices = 0;
    await call(0);
    expect([shownPaths(), notices]).toEqual([[], 0]);
    await call(1, '/api/v2/plain/signals');
    expect(shownPaths()).toEqual(['/api/v2/plain/signals']);
    expect(notices).toBeGreaterThan(0);
  });

  it('that is followed again is followed once', async () => {
    observed.follow(undefined);
    observed.follow(services[0]?.composed);
    await call(0);
    expect(shownPaths()).toEqual(['/api/v2/plain/health']);
  });

  it('shows its latest 100 calls, with numbers that go on after a restart', async () => {
    for (let made = 0; made < 100; made += 1) await call(0);
    observed.follow(services[1]?.composed);
    await call(1, '/api/v2/plain/signals');
    const numbers = observed.calls().map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100, 2, 101]);
    expect(shownPaths().at(-1)).toBe('/api/v2/plain/signals');
  });
});

describe('the event stream', () => {
  const bench = () => {
    const real = manualClock();
    let value = 0;
    const read = () => ({
      outline: {},
      devices: [],
      commands: [],
      calls: [],
      clock: { value },
      script: {},
      service: null,
    });
    const feed = eventFeed(read as never, { real, log: memoryLog() }, 'run');
    const received: number[] = [];
    feed.subscribe(undefined, () => received.push(real.now()));
    return { real, feed, received, change: () => void (value += 1) };
  };

  it('shows the first change after a silence at once, and the next one after the shortest time', async () => {
    const { real, feed, received, change } = bench();
    await real.advance(5_000);
    const changedAtMs = real.now();
    change();
    feed.touch();
    await real.advance(0);
    expect(received.slice(1)).toEqual([changedAtMs]);
    await real.advance(30);
    change();
    feed.touch();
    await real.advance(batchMs);
    expect(received.slice(1)).toEqual([changedAtMs, changedAtMs + batchMs]);
  });
});

describe('the source of a command', () => {
  it('is that of the innermost sender, and of the outer one again afterwards', () => {
    const { sendAs, present } = commandSources();
    const source = (caller: string): CommandSource => ({ caller, startedBy: null, action: null, station: null });
    const seen: unknown[] = [];
    const look = () => {
      seen.push(present()?.caller);
      return E.left(failure('device_unavailable', 'no device'));
    };
    sendAs(source('outer'), () => {
      sendAs(source('inner'), look);
      return look();
    });
    expect(seen).toEqual(['inner', 'outer']);
    expect(() =>
      sendAs(source('failing'), () => {
        throw new Error('failed');
      }),
    ).toThrow('failed');
    expect(present()).toBeNull();
  });
});
