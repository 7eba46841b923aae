// Raises an alarm for each device that is away: one with a driver that has not been connected for a while (ALARM-6).
import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';
import type { Alarms } from './alarms.js';

/** What watches the devices. */
export interface DeviceAlarmsDeps {
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly signalLines: SignalLines;
  readonly cameras: Cameras;
}

/** How long a device may be disconnected before it counts as away, in milliseconds: a short loss needs no one. */
export const awayAfterMs = 5_000;

/** One kind of devices. */
interface DeviceKind {
  readonly alarm: Extract<AlarmKind, `${string}_away`>;
  readonly watch: Watch;
  readonly ids: () => readonly string[];
  /** Whether a device has a driver that isn't connected. */
  readonly isDisconnected: (id: string) => boolean;
  readonly message: (id: string) => string;
}

const idsOf = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);

const kindsOf = ({ studio, players, signalLines, cameras }: DeviceAlarmsDeps): readonly DeviceKind[] => [
  {
    alarm: 'output_away',
    watch: players.watch,
    ids: () => idsOf(studio.layout.outputs),
    isDisconnected: (id) => players.hasDriver(id) && !players.state(id).connected,
    message: (id) => `the player of the output "${id}" is not connected`,
  },
  {
    alarm: 'signal_away',
    watch: signalLines.watch,
    ids: () => idsOf(studio.layout.signals),
    isDisconnected: (id) => signalLines.hasDriver(id) && !signalLines.connected(id),
    message: (id) => `the line of the signal "${id}" is not connected`,
  },
  {
    alarm: 'camera_away',
    watch: cameras.watch,
    ids: () => idsOf(studio.layout.cameras),
    isDisconnected: (id) => cameras.hasDriver(id) && !cameras.connected(id),
    message: (id) => `the camera "${id}" is not connected`,
  },
];

/** Watches the devices of one kind. Returns a function that stops watching. */
const watchKind = ({ alarms, clock, studio }: DeviceAlarmsDeps, kind: DeviceKind): (() => void) => {
  /** The functions that cancel the timers of disconnected devices, by id. A timer that has fired stays until it is over. */
  const timers = new Map<string, () => void>();

  const connect = (id: string): void => {
    timers.get(id)?.();
    if (timers.delete(id)) alarms.clear(kind.alarm, id);
  };

  const update = (id: string): void => {
    if (!kind.isDisconnected(id)) connect(id);
    else if (!timers.has(id))
      timers.set(
        id,
        clock.after(awayAfterMs, () => {
          alarms.raise(kind.alarm, id, kind.message(id));
        }),
      );
  };

  const follow = (): void => {
    const ids = kind.ids();
    [...timers.keys()].filter((id) => !ids.includes(id)).forEach(connect);
    ids.forEach(update);
  };

  follow();
  const unsubscribes = [kind.watch(update), studio.watchLayout(follow)];
  return () => {
    for (const end of [...unsubscribes, ...timers.values()]) end();
  };
};

/** Watches all devices. Returns a function that stops watching; open alarms stay open. */
export const watchDevices = (deps: DeviceAlarmsDeps): (() => void) => {
  const stops = kindsOf(deps).map((kind) => watchKind(deps, kind));
  return () => {
    for (const stop of stops) stop();
  };
};
