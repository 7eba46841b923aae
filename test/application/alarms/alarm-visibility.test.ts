// What callers see of alarms and events: by the station that they belong to, and by the features that they may read.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { StreamedEvent, StreamListener } from '../../../application/api/operation.js';
import { alarmKinds, featureOf } from '../../../domain/studio/alarm-kinds.js';
import { seesAlarm } from '../../../application/alarms/alarm-visibility.js';
import type { Caller } from '../../../domain/access/caller.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { selectableEvents } from '../../../application/events/event-types.js';
import type { ChosenTypes } from '../../../application/events/view.js';
import type { Feature } from '../../../domain/feature.js';
import { configuration, panel } from '../../domain/fixtures.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { openBench, type Opened } from '../event-client.js';
import { commandTo } from '../../support/commands.js';

const pinnedTo = (station: string): Caller => ({ kind: 'device', device: { ...panel, station, features: [] } });
const chosen = (...names: readonly string[]): ChosenTypes =>
  new Map([...selectableEvents].filter(([name]) => names.includes(name)));

const limitedTo = (...features: readonly Feature[]): Caller => ({
  kind: 'device',
  device: { ...panel, station: null, features },
});

const [first] = demoStudio.automations;
if (first === undefined) throw new Error('the demo studio has no automation');
const own = first.station;
const other = demoStudio.stations.map(({ id }) => id).find((id) => id !== own) ?? '';

/** Subscribes a caller, who may become another. Returns what it has received since the last look. */
const follow = ({ all }: Opened, callers: Caller[], withRecords = false) => {
  const received: StreamedEvent[] = [];
  const listener: StreamListener = {
    send: (events) => void received.push(...events),
    sendComment: () => undefined,
    sendHeartbeat: () => undefined,
    end: () => undefined,
  };
  const [caller] = callers;
  const context = { address: '127.0.0.1', identity: 'panel', station: null, streamRequest: { lastEventId: undefined } };
  const subscription = all.subscription(
    { ...context, caller, currentCaller: () => callers.at(-1) },
    { types: undefined, withRecords },
  );
  if (E.isLeft(subscription)) throw new Error(subscription.left.message);
  subscription.right.subscribe(listener);
  return () => received.splice(0);
};

const hold = ({ bench }: Opened, holder: string | null): void => {
  bench.ports.studio.change((runtime) => E.right({ ...runtime, holder }));
};

describe('@ALARM-3: an alarm of the kind', () => {
  it.each(alarmKinds)('%s is hidden only from callers of another station than its own', (kind) => {
    const isOfStation = featureOf(kind) === 'automations';
    const alarm = { id: '1', kind, subject: first.id, message: 'm', raisedAt: '', clearedAt: null };
    const access = { current: () => ({ configuration: configuration() }) as never };
    const sees = (caller: Caller): boolean => seesAlarm({ access, studio: { layout: demoStudio } }, caller)(alarm);
    expect([pinnedTo(own), pinnedTo(other), limitedTo()].map(sees)).toEqual([true, !isOfStation, true]);
  });

  it.each(['automation_failed', 'automation_missed'] as const)(
    '%s is an event for its station, whoever holds the studio',
    (kind) => {
      const opened = openBench();
      hold(opened, other);
      const [ofOwn, ofOther, ofNone] = [[pinnedTo(own)], [pinnedTo(other)], [limitedTo()]].map((one) =>
        follow(opened, one),
      );
      for (const received of [ofOwn, ofOther, ofNone]) received?.();
      opened.bench.alarms.raise(kind, first.id, 'it failed');
      const names = [ofOwn, ofOther, ofNone].map((received) => received?.().map(({ event }) => event));
      expect(names).toEqual([['alarm'], [], ['alarm']]);
    },
  );
});

it('@ALARM-3: an alarm is no event for callers that may read only what it is about', () => {
  const opened = openBench();
  const [ofSubject, ofBoth, ofAlarms] = [['cameras'], ['cameras', 'system'], ['system']].map((features) =>
    follow(opened, [limitedTo(...(features as Feature[]))]),
  );
  for (const received of [ofSubject, ofBoth, ofAlarms]) received?.();
  opened.bench.alarms.raise('camera_away', 'cam-1', 'it is away');
  const counts = [ofSubject, ofBoth, ofAlarms].map((received) => received?.().length);
  expect(counts).toEqual([0, 1, 0]);
});

describe('@EVENT-5: a stream', () => {
  it.each([
    ['variables', true],
    ['automations', true],
    ['signals', false],
  ] as const)(
    'of a caller that reads only %s begins anew when another station holds the studio: %s',
    (feature, isAnew) => {
      const opened = openBench();
      hold(opened, own);
      const received = follow(opened, [limitedTo('system', feature)]);
      received();
      hold(opened, other);
      expect(received().filter(({ event }) => event === 'reset')).toHaveLength(isAnew ? 1 : 0);
    },
  );

  it('begins anew with the records of what its caller may read now', () => {
    const opened = openBench();
    const callers = [limitedTo('signals')];
    const received = follow(opened, callers, true);
    const partsOf = () =>
      received().map(({ event, data }) => [event, Object.keys(data as object).filter((key) => key !== 'time')]);
    expect(partsOf()).toEqual([['state', ['reason', 'timeZone', 'signals']]]);
    callers.push(limitedTo('cameras'));
    opened.configure({ features: defaultConfiguration('studio').features });
    expect(partsOf()).toEqual([['state', ['reason', 'timeZone', 'cameras']]]);
  });
});

describe('@RELOAD-5: a stream of which a record is gone', () => {
  const withoutFirst = (station: string) => {
    const gone = demoStudio.variables.find((variable) => variable.station === station);
    return { ...demoStudio, variables: demoStudio.variables.filter((variable) => variable !== gone) };
  };

  it.each([
    ['begins anew', own],
    ['goes on', other],
  ])('%s if it is a variable of %s', (what, station) => {
    const opened = openBench();
    hold(opened, own);
    const received = follow(opened, [limitedTo('variables')]);
    received();
    opened.bench.layout.replace(withoutFirst(station));
    const reset = { event: 'reset', data: { reason: 'changed' } };
    expect(received()).toMatchObject(what === 'goes on' ? [] : [reset]);
  });

  it('begins anew before the changes if a studio file decides otherwise what its caller sees', () => {
    const opened = openBench();
    const named = demoStudio.stations.find(({ id }) => id === own)?.name ?? '';
    hold(opened, own);
    const received = follow(opened, [pinnedTo(named)]);
    received();
    const stations = demoStudio.stations.map((one) => (one.id === own ? { ...one, name: 'Renamed' } : one));
    opened.bench.layout.replace({ ...demoStudio, stations });
    expect(received().map(({ event }) => event)).toEqual(['reset', 'station']);
  });

  it('begins anew if it has shown one of several', () => {
    const opened = openBench();
    const received = follow(opened, [limitedTo('signals')]);
    received();
    const [, , ...signals] = demoStudio.signals;
    opened.bench.layout.replace({ ...demoStudio, cameras: demoStudio.cameras.slice(1), signals });
    expect(received()).toMatchObject([{ event: 'reset', data: { reason: 'changed' } }]);
  });

  it('begins anew with the records of what its caller may read now', () => {
    const opened = openBench();
    const callers = [limitedTo('signals', 'cameras')];
    const received = follow(opened, callers, true);
    callers.push(limitedTo('cameras'));
    opened.configure({});
    received();
    opened.bench.layout.replace({ ...demoStudio, cameras: demoStudio.cameras.slice(1) });
    expect(received().map(({ data }) => Object.keys(data as object))).toEqual([
      ['time', 'reason', 'timeZone', 'cameras'],
    ]);
  });
});

it('@STATE-2: a snapshot for chosen events has the records of a station only for callers that see them', () => {
  const opened = openBench();
  hold(opened, other);
  const partsFor = (caller: Caller): readonly string[] => {
    const subscription = opened.all.subscription(
      {
        caller,
        address: '127.0.0.1',
        identity: 'panel',
        station: null,
        streamRequest: { lastEventId: undefined },
        currentCaller: () => caller,
      },
      { types: chosen('variable', 'automation', 'signal'), withRecords: true },
    );
    if (E.isLeft(subscription)) throw new Error(subscription.left.message);
    const parts: string[] = [];
    subscription.right.subscribe({
      send: (events) => void parts.push(...events.flatMap(({ data }) => Object.keys(data as object))),
      sendComment: () => undefined,
      sendHeartbeat: () => undefined,
      end: () => undefined,
    });
    return parts.filter((name) => !['time', 'reason', 'timeZone'].includes(name)).sort();
  };
  expect(partsFor(pinnedTo(other))).toEqual(['automations', 'signals', 'variables']);
  expect(partsFor(pinnedTo(own))).toEqual(['signals']);
});

it('@EVENT-7: the plain form is the id of the last event of the chosen types that the caller may see', async () => {
  const opened = openBench();
  opened.bench.ports.signalLines.send(commandTo.switch('sig-1', true));
  await opened.clock.advance(50);
  const { lastEventId } = opened.all.state({ kind: 'loopback' });
  opened.bench.ports.studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
  const plainOf = (caller: Caller, types?: ChosenTypes) => {
    const context = { address: '127.0.0.1', identity: 'panel', station: null, streamRequest: undefined };
    const currentCaller = () => caller;
    return opened.all.subscription({ ...context, caller, currentCaller }, { types, withRecords: false });
  };
  expect(plainOf({ kind: 'loopback' }, chosen('signal'))).toMatchObject({ right: { plain: lastEventId } });
  expect(plainOf({ kind: 'loopback' }, chosen('camera'))).toMatchObject({ right: { plain: '' } });
  expect(plainOf(limitedTo('signals'))).toMatchObject({ right: { plain: lastEventId } });
  expect(opened.all.state(limitedTo('signals'))).toMatchObject({ lastEventId });
});
