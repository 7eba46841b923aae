// Raises an alarm for each device that is away: one with a driver that has not been connected for a while (ALARM-6). The devices of a
// lost connection share one (ALARM-13).
import type { Cameras } from '../ports/cameras.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';
import type { Alarms } from './alarms.js';
import { connectionSubject } from './removed-subjects.js';

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

/** Devices of one connection that are lost, or come back, within this time do so together. Milliseconds. */
const togetherMs = 500;

/** A record with a device. */
interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  /** The connection of its device; undefined for none. */
  readonly connection: string | undefined;
}

/** One kind of devices. */
interface DeviceKind {
  readonly alarm: Extract<AlarmKind, `${string}_away`>;
  readonly watch: Watch;
  readonly records: () => readonly DeviceRecord[];
  /** Whether a device has a driver that isn't connected. */
  readonly isDisconnected: (id: string) => boolean;
  /** What is not connected, such as `the player of the output`. */
  readonly device: string;
  /** The noun of several, such as `outputs`. */
  readonly several: string;
}

const kindsOf = ({ studio, players, signalLines, cameras }: DeviceAlarmsDeps): readonly DeviceKind[] => [
  {
    alarm: 'output_away',
    watch: players.watch,
    records: () => studio.layout.outputs.map(({ id, name, player }) => ({ id, name, connection: player?.connection })),
    isDisconnected: (id) => players.hasDriver(id) && !players.state(id).connected,
    device: 'the player of the output',
    several: 'outputs',
  },
  {
    alarm: 'signal_away',
    watch: signalLines.watch,
    records: () => studio.layout.signals.map(({ id, name, line }) => ({ id, name, connection: line?.connection })),
    isDisconnected: (id) => signalLines.hasDriver(id) && !signalLines.connected(id),
    device: 'the line of the signal',
    several: 'signals',
  },
  {
    alarm: 'camera_away',
    watch: cameras.watch,
    records: () => studio.layout.cameras.map(({ id, name, head }) => ({ id, name, connection: head?.connection })),
    isDisconnected: (id) => cameras.hasDriver(id) && !cameras.connected(id),
    device: 'the camera',
    several: 'cameras',
  },
];

/** How many names a message lists. */
const mostListed = 10;

/** Returns names in words: `"A", "B" and "C"`. */
const listed = (records: readonly DeviceRecord[]): string => {
  const names = records.slice(0, mostListed).map(({ name }) => `"${name}"`);
  const further = records.length - names.length;
  const all = further > 0 ? [...names, `${String(further)} more`] : names;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
};

/** The devices of one kind that are away, and the alarms about them. */
class AwayDevices {
  /** Since when each device has been disconnected, in milliseconds of the steady clock, and what cancels its timer. */
  readonly #disconnected = new Map<string, { readonly sinceMs: number; readonly cancel: () => void }>();
  /** The subjects of the open alarms. */
  readonly #raised = new Set<string>();
  #cancelLook: (() => void) | undefined;

  constructor(
    private readonly deps: DeviceAlarmsDeps,
    private readonly kind: DeviceKind,
  ) {}

  /** Notes whether a device is connected. */
  readonly update = (id: string): void => {
    const { clock } = this.deps;
    const known = this.#disconnected.get(id);
    if (this.kind.isDisconnected(id)) {
      const look = (): void => {
        this.#look();
      };
      if (known === undefined)
        this.#disconnected.set(id, { sinceMs: steadyMs(clock), cancel: clock.after(awayAfterMs, look) });
    } else if (known !== undefined) {
      known.cancel();
      this.#disconnected.delete(id);
      this.#comesBack();
    }
  };

  /** Follows the records of the layout. */
  follow(): void {
    const ids = this.kind.records().map(({ id }) => id);
    for (const id of this.#disconnected.keys()) if (!ids.includes(id)) this.#forget(id);
    ids.forEach(this.update);
    if (this.#raised.size > 0) this.#look();
  }

  /** Cancels every timer; open alarms stay open. */
  stop(): void {
    for (const { cancel } of this.#disconnected.values()) cancel();
    this.#cancelLook?.();
  }

  #forget(id: string): void {
    this.#disconnected.get(id)?.cancel();
    this.#disconnected.delete(id);
  }

  /** While devices of a connection come back one after the other, its alarm stays as it is. */
  #comesBack(): void {
    this.#clearAllBut(this.#alarms());
    const { clock } = this.deps;
    if (this.#raised.size === 0) this.#cancelLook?.();
    else
      this.#cancelLook ??= clock.after(togetherMs, () => {
        this.#look();
      });
  }

  /** Raises and clears what is to be raised and cleared now. */
  #look(): void {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    const wanted = this.#alarms();
    for (const [subject, message] of wanted) {
      this.#raised.add(subject);
      this.deps.alarms.raise(this.kind.alarm, subject, message);
    }
    this.#clearAllBut(wanted);
  }

  #clearAllBut(wanted: ReadonlyMap<string, string>): void {
    for (const subject of this.#raised)
      if (!wanted.has(subject)) {
        this.#raised.delete(subject);
        this.deps.alarms.clear(this.kind.alarm, subject);
      }
  }

  /** Returns the alarms by subject: one for a connection of which all devices are away, or were when it was raised (ALARM-13). */
  #alarms(): ReadonlyMap<string, string> {
    const nowMs = steadyMs(this.deps.clock);
    const isAway = ({ id }: DeviceRecord): boolean =>
      nowMs - (this.#disconnected.get(id)?.sinceMs ?? Infinity) >= awayAfterMs - togetherMs;
    const groups = [...Map.groupBy(this.kind.records(), ({ connection }) => connection)];
    return new Map(
      groups.flatMap(([connection, records]) => this.#alarmsOf(connection, records, records.filter(isAway))),
    );
  }

  #alarmsOf(
    connection: string | undefined,
    all: readonly DeviceRecord[],
    away: readonly DeviceRecord[],
  ): readonly (readonly [subject: string, message: string])[] {
    const { device, several } = this.kind;
    const subject = connectionSubject(connection ?? '');
    const isLost = connection !== undefined && all.length > 1 && away.length === all.length;
    if (away.length === 0 || (!isLost && !this.#raised.has(subject)))
      return away.map(({ id, name }) => [id, `${device} "${name}" is not connected`] as const);
    const nouns = away.length === 1 ? `${device} ${listed(away)} is` : `the ${several} ${listed(away)} are`;
    return [[subject, `over the connection "${connection ?? ''}", ${nouns} not connected`]];
  }
}

/** Watches the devices of one kind. Returns a function that stops watching. */
const watchKind = (deps: DeviceAlarmsDeps, kind: DeviceKind): (() => void) => {
  const devices = new AwayDevices(deps, kind);
  const follow = (): void => {
    devices.follow();
  };
  follow();
  const unsubscribes = [kind.watch(devices.update), deps.studio.watchLayout(follow)];
  return () => {
    for (const end of unsubscribes) end();
    devices.stop();
  };
};

/** Watches all devices. Returns a function that stops watching; open alarms stay open. */
export const watchDevices = (deps: DeviceAlarmsDeps): (() => void) => {
  const stops = kindsOf(deps).map((kind) => watchKind(deps, kind));
  return () => {
    for (const stop of stops) stop();
  };
};
