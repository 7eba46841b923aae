// Raises an alarm for each device that is away: one with a driver that has not been connected for a while (ALARM-6). The devices of a
// lost connection share one (ALARM-13).
import type { Cameras } from '../ports/cameras.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { attachmentOf, type OutputDefinition } from '../../domain/studio/output.js';
import { leadOf } from '../../domain/studio/runtime-state.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from './alarm.js';
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

/** The kinds of alarms about devices. */
type AwayKind = Extract<AlarmKind, 'output_away' | 'signal_away' | 'camera_away'>;

/** One kind of devices. */
interface DeviceKind {
  readonly alarm: AwayKind;
  readonly watch: Watch;
  /** Whether a device has a driver that isn't connected. */
  readonly isDisconnected: (id: string) => boolean;
  /** What is not connected, such as `the player of the output`. */
  readonly device: string;
  /** The noun of several, such as `outputs`. */
  readonly several: string;
}

/** Returns the connection of the player that leads an output. */
const connectionOfOutput = (studio: Pick<StudioState, 'runtime'>, output: OutputDefinition): string | undefined =>
  attachmentOf(output, leadOf(studio.runtime(), output.id))?.connection;

type Records = Pick<StudioState, 'layout' | 'runtime'>;

/** Returns the records of each kind, and the connections of their devices. */
const recordsOf: Readonly<Record<AwayKind, (studio: Records) => readonly DeviceRecord[]>> = {
  output_away: (studio) =>
    studio.layout.outputs.map((output) => ({ ...output, connection: connectionOfOutput(studio, output) })),
  signal_away: ({ layout }) => layout.signals.map((signal) => ({ ...signal, connection: signal.line?.connection })),
  camera_away: ({ layout }) => layout.cameras.map((camera) => ({ ...camera, connection: camera.head?.connection })),
};

/** Whether an open alarm is about a record that isn't connected: about that alone, or about all of its connection. */
export const isAwayAlarm = (
  studio: Records,
  { kind, subject }: Pick<Alarm, 'kind' | 'subject'>,
  id: string,
): boolean => {
  if (!(kind in recordsOf)) return false;
  const record = recordsOf[kind as AwayKind](studio).find((one) => one.id === id);
  return record !== undefined && (subject === id || subject === connectionSubject(record.connection ?? ''));
};

const kindsOf = ({ players, signalLines, cameras }: DeviceAlarmsDeps): readonly DeviceKind[] => [
  {
    alarm: 'output_away',
    watch: players.watch,
    isDisconnected: (id) => players.hasDriver(id) && !players.state(id).connected,
    device: 'the player of the output',
    several: 'outputs',
  },
  {
    alarm: 'signal_away',
    watch: signalLines.watch,
    isDisconnected: (id) => signalLines.hasDriver(id) && !signalLines.connected(id),
    device: 'the line of the signal',
    several: 'signals',
  },
  {
    alarm: 'camera_away',
    watch: cameras.watch,
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

/** A device that is not connected. */
interface LostDevice {
  /** Since when, in milliseconds of the steady clock. */
  readonly sinceMs: number;
  /** The connection that it was lost on. */
  readonly connection: string | undefined;
  /** Cancels the timer until it counts as away. */
  readonly cancel: () => void;
}

/** The devices of one kind that are away, and the alarms about them. */
class AwayDevices {
  readonly #lost = new Map<string, LostDevice>();
  /** The subjects of the open alarms. */
  readonly #raised = new Set<string>();
  #cancelLook: (() => void) | undefined;
  #known: { readonly layout: StudioLayout; readonly byId: ReadonlyMap<string, DeviceRecord> } | undefined;

  constructor(
    private readonly deps: DeviceAlarmsDeps,
    private readonly kind: DeviceKind,
  ) {}

  /** Notes whether a device is connected. */
  readonly update = (id: string): void => {
    const record = this.#records().get(id);
    if (record === undefined) return;
    if (!this.kind.isDisconnected(id)) {
      if (this.#forget(id)) this.#comesBack();
    } else if (this.#lost.get(id)?.connection !== record.connection || !this.#lost.has(id)) {
      // On another connection it gets its time anew.
      this.#forget(id);
      const { clock } = this.deps;
      const cancel = clock.after(awayAfterMs, this.#look);
      this.#lost.set(id, { sinceMs: steadyMs(clock), connection: record.connection, cancel });
    }
  };

  /** Follows the records of the layout. */
  follow(): void {
    const records = this.#records();
    for (const id of this.#lost.keys()) if (!records.has(id)) this.#forget(id);
    [...records.keys()].forEach(this.update);
    if (this.#raised.size > 0) this.#look();
  }

  /** Cancels every timer; open alarms stay open. */
  stop(): void {
    for (const { cancel } of this.#lost.values()) cancel();
    this.#cancelLook?.();
  }

  /** Returns the records by id. Those of outputs change with the player that leads, the others with the layout alone. */
  #records(): ReadonlyMap<string, DeviceRecord> {
    const { studio } = this.deps;
    if (this.#known?.layout !== studio.layout || this.kind.alarm === 'output_away') {
      const records = recordsOf[this.kind.alarm](studio);
      this.#known = { layout: studio.layout, byId: new Map(records.map((record) => [record.id, record])) };
    }
    return this.#known.byId;
  }

  #forget(id: string): boolean {
    this.#lost.get(id)?.cancel();
    return this.#lost.delete(id);
  }

  /** While devices of a connection come back one after the other, its alarm stays as it is. */
  #comesBack(): void {
    this.#clearAllBut(this.#alarms());
    if (this.#raised.size === 0) this.#cancelLook?.();
    else this.#cancelLook ??= this.deps.clock.after(togetherMs, this.#look);
  }

  /** Raises and clears what is to be raised and cleared now. */
  readonly #look = (): void => {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    const wanted = this.#alarms();
    for (const [subject, message] of wanted) {
      this.#raised.add(subject);
      this.deps.alarms.raise(this.kind.alarm, subject, message);
    }
    this.#clearAllBut(wanted);
  };

  #clearAllBut(wanted: ReadonlyMap<string, string>): void {
    for (const subject of this.#raised)
      if (!wanted.has(subject)) {
        this.#raised.delete(subject);
        this.deps.alarms.clear(this.kind.alarm, subject);
      }
  }

  /** Returns the alarms by subject. */
  #alarms(): ReadonlyMap<string, string> {
    const groups = [...Map.groupBy(this.#records().values(), ({ connection }) => connection)];
    return new Map(groups.flatMap(([connection, records]) => this.#alarmsOf(connection, records)));
  }

  /** Returns the records whose devices have been lost for a time, in milliseconds. */
  #lostFor(records: readonly DeviceRecord[], ms: number): readonly DeviceRecord[] {
    const nowMs = steadyMs(this.deps.clock);
    return records.filter(({ id }) => nowMs - (this.#lost.get(id)?.sinceMs ?? Infinity) >= ms);
  }

  /** All devices of a connection share an alarm once all are away, until all are back (ALARM-13). */
  #alarmsOf(
    connection: string | undefined,
    records: readonly DeviceRecord[],
  ): readonly (readonly [subject: string, message: string])[] {
    const away = this.#lostFor(records, awayAfterMs);
    const isLost =
      connection !== undefined &&
      records.length > 1 &&
      away.length > 0 &&
      this.#lostFor(records, awayAfterMs - togetherMs).length === records.length;
    const subject = connectionSubject(connection ?? '');
    if (isLost || this.#raised.has(subject)) {
      const lost = this.#lostFor(records, 0);
      return lost.length === 0 ? [] : [[subject, `over the connection "${connection ?? ''}", ${this.#inWords(lost)}`]];
    }
    return away.map((record) => [record.id, this.#inWords([record])] as const);
  }

  #inWords(records: readonly DeviceRecord[]): string {
    const { device, several } = this.kind;
    return `${records.length === 1 ? `${device} ${listed(records)} is` : `the ${several} ${listed(records)} are`} not connected`;
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
