// The event stream of the steering API shows the service on the studio: its calls, and what the devices alone don't show.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandSource } from '../../../domain/as-run.js';
import { failure } from '../../../domain/failure.js';
import { type FollowedService, observedService } from '../../../infra/simulated/observed-service.js';
import { type EventFeed, type FeedMessage, batchMs, eventFeed } from '../../../simulator/api/event-feed.js';
import { steeredStudio } from '../../../simulator/api/steering.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { commandSources } from '../../../simulator/command-log.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { type TestService, startHttpService } from '../../adapters/http/service.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { configuration } from '../../domain/fixtures.js';
import { currentSimulatorDocument } from '../../openapi/frozen-documents.js';
import { type ApiDocument, componentIssues } from '../../openapi/response-validator.js';

describe('the event stream of the steering API shows the service on the studio', () => {
  const document = currentSimulatorDocument() as ApiDocument;
  const schemaNames = { snapshot: 'SnapshotEvent', changes: 'ChangesEvent' };

  let time: ManualClock;
  let real: ManualClock;
  let service: TestService;
  let observed: FollowedService;
  let feed: EventFeed;
  let received: FeedMessage[];

  /** Subscribes to the stream. Returns its messages, which follow the document. */
  const subscribe = (): FeedMessage[] => {
    const messages: FeedMessage[] = [];
    feed.subscribe(undefined, (message) => {
      expect(componentIssues(document, schemaNames[message.event], JSON.parse(JSON.stringify(message.data)))).toEqual(
        [],
      );
      messages.push(message);
    });
    return messages;
  };

  beforeEach(async () => {
    time = manualClock();
    real = manualClock();
    service = await startHttpService(time);
    observed = observedService(service.composed, `http://127.0.0.1:${String(service.port)}`);
    ({ feed } = steeredStudio(service.studio, steeredManually(time), { real, log: memoryLog() }, observed));
    received = subscribe();
  });
  afterEach(() => service.close());

  const call = async (path: string): Promise<void> => {
    await fetch(`http://127.0.0.1:${String(service.port)}${path}`);
  };
  const latest = async (): Promise<unknown> => {
    await real.advance(batchMs);
    return received.at(-1)?.data;
  };

  describe('the event stream of a studio with its service', () => {
    it('begins with the holder, the sequences and the variables', () => {
      expect(received[0]?.data).toMatchObject({
        layout: { outputs: [{ slot: 'main' }, { slot: 'wall' }] },
        service: {
          holder: 'Alpha FM',
          activeBank: 'news',
          macros: [{ name: 'Opening' }, { name: 'Closing' }],
          alarms: [],
        },
        calls: [],
      });
    });

    it('has each call with its answer', async () => {
      await call('/api/v2/signals/nowhere/on');
      expect(await latest()).toMatchObject({
        calls: [{ number: 1, call: { path: '/api/v2/signals/nowhere/on', status: 404, error: 'not_found' } }],
      });
      await call('/api/v2/signals');
      expect(await latest()).toMatchObject({ calls: [{ number: 2, call: { error: null } }] });
    });

    it('has the action of a call beside its command, and why the call was admitted', async () => {
      const answer = fetch(`http://127.0.0.1:${String(service.port)}/api/v2/signals/red-light/on`);
      await expect.poll(() => service.studio.commands()).toHaveLength(1);
      await time.advance(100);
      const action = (await answer).headers.get('x-action-id');
      expect(await latest()).toMatchObject({ calls: [{ action, decidedBy: { step: 'host' } }] });
      expect(service.studio.commands()).toMatchObject([{ source: { action, caller: 'loopback', startedBy: null } }]);
    });

    it('has the feature and the switch that refused a call, which sent no command', async () => {
      const { features } = configuration();
      service.apply({ features: { ...features, signals: { read: true, control: false } } });
      await call('/api/v2/signals/red-light/on');
      expect(await latest()).toMatchObject({
        calls: [{ decidedBy: { step: 'switch_off', feature: 'signals', access: 'control' } }],
      });
      expect(service.studio.commands()).toEqual([]);
    });

    it('shows the macro that sent a command, and who started it', async () => {
      await call('/api/v2/macros/mac-1/run');
      await expect.poll(() => service.studio.commands()).not.toEqual([]);
      expect(service.studio.commands()[0]).toMatchObject({
        source: { caller: 'macro:mac-1', startedBy: 'loopback', action: null },
      });
    });

    it('shows what sent a command by itself: the end of a pulse', async () => {
      void call('/api/v2/signals/red-light/pulse?ms=500');
      await expect.poll(() => service.studio.commands()).toHaveLength(1);
      await time.advance(600);
      expect(service.studio.commands()[1]?.source).toMatchObject({ caller: 'pulse:sig-1', action: null });
    });

    it('has the step of a macro that runs, and no part of the service that stayed as it was', async () => {
      await call('/api/v2/macros/mac-1/run');
      const { service: changed } = (await latest()) as { readonly service: object };
      expect(changed).toMatchObject({ macros: [{ state: 'running', step: 1 }, { state: 'idle' }] });
      expect(Object.keys(changed)).toEqual(['macros']);
    });

    it('has the switches of features, and the stations', () => {
      expect(received[0]?.data).toMatchObject({
        service: { features: { signals: { control: true } } },
        layout: { stations: [{ name: 'Alpha FM' }, { name: 'Bravo TV' }] },
      });
      const { features } = configuration();
      service.apply({ features: { ...features, signals: { read: true, control: false } } });
      return expect(latest()).resolves.toEqual({
        service: { features: { ...features, signals: { read: true, control: false } } },
      });
    });

    it('has a variable that was set', async () => {
      await call('/api/v2/variables/Headline/set?value=Hello');
      const { service: changed } = (await latest()) as { readonly service: object };
      expect(changed).toMatchObject({ variables: [{ value: 'Hello' }, {}, {}, {}, {}] });
    });
  });

  it('goes on after the last event with the service, the script and the calls that followed it', async () => {
    const { id } = received.at(-1) ?? {};
    await call('/api/v2/signals');
    await real.advance(batchMs);
    const resumed: FeedMessage[] = [];
    feed.subscribe(id, (message) => resumed.push(message));
    expect(resumed).toMatchObject([
      { event: 'changes', data: { service: { url: observed.url }, script: { entries: [] }, calls: [{ number: 1 }] } },
    ]);
  });

  it('@REPLAY-5: begins anew when the service stops and when it runs again, for early and late subscribers', async () => {
    observed.follow(undefined);
    await real.advance(batchMs);
    const late = subscribe();
    expect([received.at(-1), late.at(-1)]).toMatchObject(Array(2).fill({ event: 'snapshot', data: { service: null } }));
    observed.follow(service.composed);
    await real.advance(batchMs);
    const running = { event: 'snapshot', data: { service: { url: observed.url, holder: 'Alpha FM' } } };
    expect([received.at(-1), late.at(-1)]).toMatchObject([running, running]);
  });
});

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
