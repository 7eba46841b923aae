// Streams that come and go: what remains of them, their limit, and what they send after a change of who may see what.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { StreamedEvent, StreamListener } from '../../../application/api/operation.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { openBench, type Opened } from '../event-client.js';
import { settle } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

const mostStreams = 32;
const heartbeatMs = 15_000;

/** `isAdmitted`: whether the caller still is. */
interface Options {
  readonly often?: number;
  readonly isAdmitted?: () => boolean;
  readonly withRecords?: boolean;
}

const subscriptionTo = ({ all }: Opened, lastEventId?: string, options: Options = {}) => {
  const caller = { kind: 'loopback' } as const;
  const { often, isAdmitted = () => true, withRecords = false } = options;
  const subscription = all.subscription(
    {
      caller,
      address: '127.0.0.1',
      identity: 'loopback',
      station: null,
      streamRequest: { lastEventId },
      currentCaller: () => (isAdmitted() ? caller : undefined),
    },
    { types: undefined, withRecords, heartbeatMs: often },
  );
  if (E.isLeft(subscription)) throw new Error(subscription.left.message);
  return subscription.right;
};

/** What a call gets that only reads the plain form. */
const plainOf = ({ all }: Opened) => {
  const caller = { kind: 'loopback' } as const;
  const context = { address: '127.0.0.1', identity: 'loopback', station: null, streamRequest: undefined };
  return all.subscription(
    { ...context, caller, currentCaller: () => caller },
    { types: undefined, withRecords: false },
  );
};

/** A listener that notes what it is sent. */
const listener = () => {
  const events: StreamedEvent[] = [];
  const comments: string[] = [];
  const state = { heartbeats: 0, isEnded: false };
  const ofStream: StreamListener = {
    send: (sent) => void events.push(...sent),
    sendComment: (line) => void comments.push(line),
    sendHeartbeat: () => (state.heartbeats += 1),
    end: () => (state.isEnded = true),
  };
  return { ...ofStream, events, comments, state };
};

const changeSignal = async ({ bench, clock }: Opened, on: boolean): Promise<void> => {
  bench.ports.signalLines.send(commandTo.switch('sig-1', on));
  await clock.advance(50);
};

const hold = ({ bench }: Opened, holder: string | null): void => {
  bench.ports.studio.change((runtime) => E.right({ ...runtime, holder }));
};

describe('a stream whose client has gone', () => {
  it('@EVENT-3: is sent nothing and leaves no timer, while the others go on', async () => {
    const opened = openBench();
    const before = opened.clock.waiting();
    const [gone, other] = [listener(), listener()];
    const stop = subscriptionTo(opened).subscribe(gone);
    const stopOther = subscriptionTo(opened).subscribe(other);
    stop();
    await changeSignal(opened, true);
    await opened.clock.advance(heartbeatMs);
    expect([gone.events.length, gone.state, opened.all.streams()]).toEqual([1, { heartbeats: 0, isEnded: false }, 1]);
    expect([other.events.map(({ event }) => event), other.state.heartbeats]).toEqual([['reset', 'signal'], 1]);
    await opened.clock.advance(2 * heartbeatMs);
    expect([gone.state.heartbeats, other.state.heartbeats]).toEqual([0, 3]);
    stopOther();
    expect(opened.clock.waiting()).toBe(before);
  });

  it('@EVENT-10: gets signs of life as often as it has asked for', async () => {
    const opened = openBench();
    const often = listener();
    subscriptionTo(opened, undefined, { often: 250 }).subscribe(often);
    await opened.clock.advance(1_000);
    expect(often.state.heartbeats).toBe(4);
  });
});

it('@EVENT-4: streams that are opened at the same time are never more than 32, and each that ends makes place for one', () => {
  const opened = openBench();
  const subscriptions = Array.from({ length: mostStreams + 1 }, () => subscriptionTo(opened));
  const listeners = subscriptions.map(listener);
  const stops = subscriptions.map(({ subscribe }, at) => subscribe(listeners[at] ?? listener()));
  expect(opened.all.streams()).toBe(mostStreams);
  expect(listeners.map(({ state }) => state.isEnded)).toEqual([...Array<boolean>(mostStreams).fill(false), true]);
  expect(() => subscriptionTo(opened)).toThrow('32 event streams are open already');
  expect(E.isRight(plainOf(opened))).toBe(true);
  stops[0]?.();
  const last = listener();
  subscriptionTo(opened).subscribe(last);
  expect([last.state.isEnded, opened.all.streams()]).toEqual([false, mostStreams]);
});

describe('@EVENT-2: a client that reconnects', () => {
  it.each([
    [
      'another station holds the studio',
      (opened: Opened) => {
        hold(opened, 'beta');
      },
    ],
    [
      'the same station holds it again',
      (opened: Opened) => {
        hold(opened, null);
        hold(opened, 'alpha');
      },
    ],
    [
      'the settings have changed',
      ({ configure }: Opened) => {
        configure({
          features: { ...defaultConfiguration('studio').features, signals: { read: false, control: true } },
        });
      },
    ],
    [
      'the settings have changed and changed back',
      ({ configure }: Opened) => {
        configure({
          features: { ...defaultConfiguration('studio').features, signals: { read: false, control: true } },
        });
        configure({});
      },
    ],
  ])('begins anew after %s', async (_what, change) => {
    const opened = openBench();
    hold(opened, 'alpha');
    await changeSignal(opened, true);
    const { lastEventId } = opened.all.state({ kind: 'loopback' });
    change(opened);
    const back = listener();
    subscriptionTo(opened, lastEventId).subscribe(back);
    expect(back.events.map(({ event, data }) => [event, (data as { readonly reason?: string }).reason])).toEqual([
      ['reset', 'missed'],
    ]);
  });

  it('goes on after a change of the on-air status, which decides about nobody', async () => {
    const opened = openBench();
    await changeSignal(opened, true);
    const { lastEventId } = opened.all.state({ kind: 'loopback' });
    opened.bench.ports.studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
    const back = listener();
    subscriptionTo(opened, lastEventId).subscribe(back);
    expect(back.events.map(({ event }) => event)).not.toContain('reset');
    expect(back.events.map(({ event }) => event)).toContain('studio');
  });
});

it('@EVENT-2: a client that reconnects goes on after a studio file that removes nothing', async () => {
  const opened = openBench();
  await changeSignal(opened, true);
  const { lastEventId } = opened.all.state({ kind: 'loopback' });
  opened.bench.layout.replace({ ...demoStudio, name: 'Other' });
  const back = listener();
  subscriptionTo(opened, lastEventId).subscribe(back);
  expect(back.events.map(({ event }) => event)).toEqual(['studio']);
});

const reasonsAfter = (change: Partial<StudioLayout>): readonly unknown[] => {
  const opened = openBench();
  const { lastEventId } = opened.all.state({ kind: 'loopback' });
  const [open, back] = [listener(), listener()];
  subscriptionTo(opened).subscribe(open);
  opened.bench.layout.replace({ ...demoStudio, ...change });
  subscriptionTo(opened, lastEventId).subscribe(back);
  return [open, back].map(({ events: sent }) => sent.map(({ data }) => (data as { readonly reason?: string }).reason));
};
const begunAnew = [['begun', 'changed'], ['missed']];

it('@PANEL-5: streams begin anew when panels change', () => {
  expect(reasonsAfter({ panels: [{ id: 'desk', name: 'Desk' }] })).toEqual(begunAnew);
});

it('@EVENT-11: streams begin anew when the time zone changes', () => {
  expect(reasonsAfter({ timezone: 'Asia/Tokyo' })).toEqual(begunAnew);
});

it('@EVENT-5: a stream whose caller is no longer admitted is not begun anew by another studio file, but ends', () => {
  const opened = openBench();
  const one = listener();
  let isAdmitted = true;
  subscriptionTo(opened, undefined, { isAdmitted: () => isAdmitted, withRecords: true }).subscribe(one);
  isAdmitted = false;
  opened.bench.layout.replace({ ...demoStudio, signals: demoStudio.signals.slice(1), automations: [], macros: [] });
  expect([one.events.map(({ event }) => event), one.state.isEnded]).toEqual([['state'], true]);
});

it('the end of the events ends every stream, and reports nothing more', async () => {
  const opened = openBench();
  const before = opened.clock.waiting();
  let reported = 0;
  opened.all.watch(() => (reported += 1));
  const listeners = [listener(), listener()];
  for (const one of listeners) subscriptionTo(opened).subscribe(one);
  await changeSignal(opened, true);
  expect(reported).toBe(1);
  opened.all.end();
  expect(listeners.map(({ state }) => state.isEnded)).toEqual([true, true]);
  await changeSignal(opened, false);
  opened.bench.alarms.raise('camera_away', 'cam-1', 'away');
  hold(opened, 'beta');
  opened.configure({});
  await settle(opened.clock);
  expect([reported, opened.all.streams(), opened.clock.waiting()]).toEqual([1, 0, before]);
});
