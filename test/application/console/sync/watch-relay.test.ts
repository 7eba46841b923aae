// The relay of what operators watch: between two console processes, and while watchers, services and processes come and go.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchesWithin } from '../../../../application/console/sync/call-forwarding.js';
import { relayedCalls } from '../../../../application/console/sync/call-forwarding.js';
import { relayedStates } from '../../../../application/console/sync/live-states.js';
import { type WatchMessage, watchRelay } from '../../../../application/console/sync/watch-relay.js';
import { changeNotifier } from '../../../../application/ports/watch.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import type { ObservedCall, ObservedCalls } from '../../../../domain/access/observed-call.js';
import { manualClock } from '../../../../simulator/clock.js';
import { until } from '../../../adapters/cloud/link.js';
import { type ConsoleUnderTest, basic, listeningUrl, testAdmin, testConsole } from '../console.js';

const call: ObservedCall = {
  time: 1,
  address: '10.0.0.1',
  caller: null,
  method: 'GET',
  path: '/api/v2/signals',
  status: 401,
  error: 'unauthorized',
  answeredAfterMs: 1,
  decidedBy: { step: 'no_token' },
};
type Message = WatchMessage<ObservedCalls>;

const batch: ObservedCalls = { calls: [call], notShown: 3 };

/** Console processes whose messages reach all of them; each may be cut off. */
const processes = () => {
  const clock = manualClock();
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const process = (id: string) => {
    const state = { isCut: false };
    const messages = {
      maxLength: 7_900,
      send: (message: ConsoleMessage) => {
        if (!state.isCut) notify(message);
        return Promise.resolve();
      },
      watch,
    };
    return { ...watchRelay({ messages, clock, id }, relayedCalls), state };
  };
  const send = (message: ConsoleMessage) => {
    notify(message);
    return Promise.resolve();
  };
  return { clock, process, messages: { maxLength: 7_900, send, watch } };
};

const watcher = () => {
  const received: Message[] = [];
  return { received, send: (message: Message) => received.push(message), end: () => undefined };
};

const service = () => {
  const watches: boolean[] = [];
  return { watches, setWatched: (watched: boolean) => watches.push(watched) };
};

const serviceMessage = (sends: boolean): Message => ({ event: 'service', data: { sends } });

describe('the relay of watched calls', () => {
  it('@ACTIVITY-1: starts a service at another process, and stops it after the last watcher', () => {
    const { process } = processes();
    const [one, other] = [process('one'), process('other')];
    const [studio, first, second] = [service(), watcher(), watcher()];
    one.connect('studio-1', studio);
    const stopFirst = other.watch('studio-1', first);
    const stopSecond = one.watch('studio-1', second);
    expect(first.received[0]).toEqual(serviceMessage(true));
    void other.receive('studio-1', batch);
    void other.receive('studio-2', batch);
    for (const { received } of [first, second])
      expect(received.filter(({ event }) => event === 'calls')).toEqual([{ event: 'calls', data: batch }]);
    stopFirst();
    stopFirst();
    expect(studio.watches.at(-1)).toBe(true);
    stopSecond();
    expect(studio.watches.at(-1)).toBe(false);
  });

  it('@ACTIVITY-1: announces the end of the last watch once', () => {
    const { process, messages } = processes();
    const sent: string[] = [];
    messages.watch(({ kind }) => void sent.push(kind));
    const stop = process('one').watch('studio-1', watcher());
    stop();
    stop();
    expect(sent).toEqual(['watch', 'end-watch']);
  });

  it('@ACTIVITY-1: stops a service if the process with the watchers is gone', async () => {
    const { clock, process } = processes();
    const [one, other] = [process('one'), process('other')];
    const studio = service();
    one.connect('studio-1', studio);
    other.watch('studio-1', watcher());
    await clock.advance(60_000);
    expect(studio.watches.at(-1)).toBe(true);
    other.state.isCut = true;
    await clock.advance(31_000);
    expect(studio.watches.at(-1)).toBe(false);
  });

  it('@ACTIVITY-1: asks for nothing any more after the last watcher has gone', async () => {
    const { clock, process } = processes();
    const relay = process('one');
    const studio = service();
    relay.connect('studio-1', studio);
    const stops = [relay.watch('studio-1', watcher()), relay.watch('studio-1', watcher())];
    await clock.advance(25_000);
    for (const stop of stops) stop();
    expect(clock.waiting()).toBe(0);
    await clock.advance(60_000);
    expect(studio.watches.at(-1)).toBe(false);
  });

  it('is apart from that of another topic', () => {
    const { clock, process, messages } = processes();
    const [calls, studio, person] = [process('one'), service(), watcher()];
    const states = watchRelay({ messages, clock, id: 'one' }, relayedStates);
    calls.connect('studio-1', studio);
    const stop = states.watch('studio-1', { send: () => undefined, end: () => undefined });
    expect(studio.watches).toEqual([]);
    calls.watch('studio-1', person);
    states.connect('studio-1', { setWatched: undefined });
    expect(person.received).toEqual([serviceMessage(true)]);
    stop();
    expect(studio.watches.at(-1)).toBe(true);
  });

  it('starts a service that connects while somebody watches, and reports that it does', () => {
    const { process } = processes();
    const relay = process('one');
    const [studio, person] = [service(), watcher()];
    relay.watch('studio-1', person);
    expect(person.received).toEqual([]);
    const disconnect = relay.connect('studio-1', studio);
    expect(studio.watches).toEqual([true]);
    expect(person.received).toEqual([serviceMessage(true)]);
    disconnect();
    expect(studio.watches).toEqual([true]);
  });

  it('sends an empty batch to a watcher of calls that others watch already: the service has begun', () => {
    const { process } = processes();
    const relay = process('one');
    relay.connect('studio-1', service());
    const [first, second] = [watcher(), watcher()];
    const calls = ({ received }: typeof first) => received.filter(({ event }) => event === 'calls');
    relay.watch('studio-1', first);
    relay.watch('studio-1', second);
    expect(calls(first)).toEqual([]);
    expect(calls(second)).toEqual([{ event: 'calls', data: { calls: [], notShown: 0 } }]);
  });

  it('@ACTIVITY-6: reports a service that is too old to send calls', () => {
    const { process } = processes();
    const relay = process('one');
    const person = watcher();
    relay.connect('studio-1', { setWatched: undefined });
    relay.watch('studio-1', person);
    expect(person.received).toEqual([serviceMessage(false)]);
  });

  it.each([true, false])(
    '@ACTIVITY-6: reports a service with one connection that sends calls (%s: the newer)',
    (isLast) => {
      const { process } = processes();
      const relay = process('one');
      const person = watcher();
      const sources = [{ setWatched: undefined }, service()];
      for (const source of isLast ? sources : sources.toReversed()) relay.connect('studio-1', source);
      relay.watch('studio-1', person);
      expect(person.received).toEqual([serviceMessage(true)]);
    },
  );

  it('@ACTIVITY-6: reports a newer service that connects while the older one is still connected', () => {
    const { process } = processes();
    const relay = process('one');
    const person = watcher();
    relay.connect('studio-1', { setWatched: undefined });
    relay.watch('studio-1', person);
    relay.connect('studio-1', service());
    expect(person.received).toEqual([serviceMessage(false), serviceMessage(true)]);
  });

  it('sends one message to a thousand watchers, as the same object', () => {
    const { process } = processes();
    const relay = process('one');
    const people = Array.from({ length: 1_000 }, watcher);
    for (const person of people) relay.watch('studio-1', person);
    void relay.receive('studio-1', batch);
    const [first] = people;
    for (const { received } of people) expect(received.at(-1)).toBe(first?.received.at(-1));
  });

  it('ends all watchers', () => {
    const { process } = processes();
    const relay = process('one');
    let ended = 0;
    relay.watch('studio-1', { send: () => undefined, end: () => (ended += 1) });
    relay.endAll();
    expect(ended).toBe(1);
  });
});

describe('batches of calls', () => {
  it('are split so that each fits a message, and lose only calls that fit none', () => {
    const long = { ...call, path: 'x'.repeat(2_000) };
    const tooLong = { ...call, path: 'x'.repeat(9_000) };
    const batches = batchesWithin({ calls: [call, long, long, tooLong, long, long, call], notShown: 2 }, 7_900);
    expect(batches.flatMap(({ calls }) => calls)).toEqual([call, long, long, long, long, call]);
    expect(batches.map(({ notShown }) => notShown)).toEqual([3, 0]);
    for (const one of batches) expect(JSON.stringify(one).length).toBeLessThan(7_900);
  });
});

describe('the cost of many watchers of one studio', () => {
  let app: ConsoleUnderTest;
  let url: string;
  const stop = new AbortController();

  beforeEach(async () => {
    app = await testConsole();
    url = await listeningUrl(app);
  });
  afterEach(async () => {
    stop.abort();
    await app.server.close(0);
  });

  const watch = async (): Promise<void> => {
    const headers = { authorization: basic(testAdmin.username, testAdmin.password) };
    expect((await fetch(`${url}/api/studios/studio-1/calls`, { headers, signal: stop.signal })).status).toBe(200);
  };

  it('@CONSOLE-35: reads a studio and the operator once for 20 watchers when the operators change', async () => {
    await Promise.all(Array.from({ length: 20 }, watch));
    const reads = vi.spyOn(app.ports.store, 'syncStatuses');
    const operators = vi.spyOn(app.ports.store, 'operator');
    for (const username of ['vera', 'vic']) {
      const before = reads.mock.calls.length;
      await app.operate('POST', '/api/operators', { username, role: 'viewer', password: 'very secret' });
      await until(() => reads.mock.calls.length > before);
    }
    expect(reads.mock.calls.length).toBeLessThan(10);
    expect(operators.mock.calls.length).toBeLessThan(20);
  });
});
