// Which times count as the delay of a push.
import { beforeEach, describe, expect, it } from 'vitest';
import { pushDelays, type PushDelays } from '../../../../application/console/sync/push-delays.js';
import { serviceConnections } from '../../../../application/console/sync/service-connections.js';
import { changeNotifier } from '../../../../application/ports/watch.js';
import type { ChangedSection, ChangeEvent } from '../../../../application/ports/console-store.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';

let clock: ManualClock;
let connections: ReturnType<typeof serviceConnections>;
let delays: PushDelays;
let measured: number[];
let refused: number;
let notify: (event: ChangeEvent) => void;

const connect = () => connections.listen('a', { keyHash: 'x', send: () => undefined, end: () => undefined });
const change = (section: ChangedSection = 'access', studioId: string | null = 'a'): void => {
  notify({ studioId, section });
};

beforeEach(() => {
  clock = manualClock();
  connections = serviceConnections();
  [measured, refused] = [[], 0];
  const changes = changeNotifier<ChangeEvent>();
  notify = changes.notify;
  delays = pushDelays({
    store: { watch: changes.watch },
    connections,
    clock,
    metrics: {
      observePush: (seconds) => void measured.push(seconds),
      countRefusedConfiguration: () => void (refused += 1),
    },
  });
});

describe('the delay of a push', () => {
  it('is the time from the change to the report', async () => {
    connect();
    change();
    await clock.advance(20);
    delays.sent('a', 7);
    await clock.advance(30);
    delays.reported('a', { version: 7 });
    delays.reported('a', { version: 7 });
    expect(measured).toEqual([0.05]);
  });

  it('is that of each version that was sent, also if one report confirms several', async () => {
    connect();
    change();
    delays.sent('a', 7);
    await clock.advance(100);
    change('devices');
    delays.sent('a', 8);
    await clock.advance(100);
    delays.reported('a', { version: 6 });
    expect(measured).toEqual([]);
    delays.reported('a', { version: 8 });
    expect(measured).toEqual([0.2, 0.1]);
  });

  it('is that of the last hundred versions if a service reports none of them for long', async () => {
    connect();
    for (let version = 1; version <= 101; version += 1) {
      change();
      delays.sent('a', version);
      await clock.advance(1_000);
    }
    delays.reported('a', { version: 101 });
    expect(measured).toEqual(Array.from({ length: 100 }, (_, at) => 100 - at));
  });

  it('begins with the first of the changes that are sent together', async () => {
    connect();
    change();
    await clock.advance(10);
    change('features');
    delays.sent('a', 9);
    delays.reported('a', { version: 9 });
    expect(measured).toEqual([0.01]);
  });

  const connectAndChange = (...changed: Parameters<typeof change>): void => {
    connect();
    change(...changed);
  };

  it.each<[string, () => void]>([
    ['of a service that was not connected', change],
    ['of a service that connects', connect],
    [
      'of a report or a new name',
      () => {
        connectAndChange('studio');
      },
    ],
    [
      'of the operators',
      () => {
        connectAndChange('operators', null);
      },
    ],
    [
      'of a service whose connection broke',
      () => {
        connectAndChange();
        connections.closeAll();
      },
    ],
  ])('is not measured: %s', (_what, before) => {
    before();
    delays.sent('a', 7);
    delays.reported('a', { version: 7 });
    expect(measured).toEqual([]);
  });

  it('is not measured if the connection broke between the configuration and its report', () => {
    connect();
    change();
    delays.sent('a', 7);
    connections.closeAll();
    connect();
    delays.reported('a', { version: 7 });
    expect(measured).toEqual([]);
  });

  it('is not measured for a configuration that is refused, which is counted', () => {
    connect();
    change();
    delays.sent('a', 7);
    delays.reported('a', { version: 6, refused: 'no' });
    delays.reported('a', { version: 7 });
    expect([measured, refused]).toEqual([[], 1]);
  });
});
