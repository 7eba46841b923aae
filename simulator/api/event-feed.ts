// The event stream of the steering API: a snapshot first, then what changed since, at most every 100 ms.
import type { Clock } from '../../application/ports/clock.js';
import type { LoggedCommand } from '../command-log.js';
import type { LayoutRecord } from './layout-record.js';
import type { ClockRecord, DeviceRecord, ScriptRecord } from './records.js';
import type { CallRecord, ServiceRecord } from './service-records.js';

/** Shortest time between two messages, in milliseconds of real time. */
export const batchMs = 100;

/** Commands in a snapshot: the latest. */
const snapshotCommands = 100;

/** Everything that the stream shows. `commands` and `calls` are oldest first. */
export interface FeedState {
  readonly studio: string;
  readonly layout: LayoutRecord;
  readonly devices: readonly DeviceRecord[];
  readonly commands: readonly LoggedCommand[];
  readonly clock: ClockRecord;
  readonly script: ScriptRecord;
  readonly service: ServiceRecord | null;
  readonly calls: readonly CallRecord[];
}

/** A message. The id resumes the stream after it. */
export interface FeedMessage {
  readonly id: string;
  readonly event: 'snapshot' | 'changes';
  readonly data: object;
}

/** The feed of a studio. */
export interface EventFeed {
  /**
   * Sends a snapshot, or what changed since the message `lastId`, and then every change. Returns a function that unsubscribes.
   */
  readonly subscribe: (lastId: string | undefined, send: (message: FeedMessage) => void) => () => void;
  /** Reports that something may have changed. */
  readonly touch: () => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** A record that was sent: its fields as JSON, and the version in which it last changed. */
interface Sent {
  readonly fields: ReadonlyMap<string, string>;
  readonly version: number;
}

const jsonOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));

/** Finds the fields that changed since they were sent. */
class SentRecords {
  readonly #sent = new Map<string, Sent>();

  /** Returns the changed fields of a record, none if it is unchanged, and remembers it under `version`. */
  update(key: string, fields: Fields, version: number): Fields {
    const before = this.#sent.get(key);
    const json = jsonOf(fields);
    const changed = [...json.keys()].filter((name) => before?.fields.get(name) !== json.get(name));
    if (changed.length > 0) this.#sent.set(key, { fields: json, version });
    return Object.fromEntries(changed.map((name) => [name, fields[name]]));
  }

  changedSince(key: string, version: number): boolean {
    return (this.#sent.get(key)?.version ?? 0) > version;
  }
}

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** The version of an entry of a log, by its identity: an update replaces the entry. */
class SentEntries<Entry extends { readonly number: number }> {
  #sent = new Map<number, { readonly entry: Entry; readonly version: number }>();

  update(entries: readonly Entry[], version: number): readonly Entry[] {
    const before = this.#sent;
    const versionOf = (entry: Entry) => {
      const known = before.get(entry.number);
      return known?.entry === entry ? known.version : version;
    };
    this.#sent = new Map(entries.map((entry) => [entry.number, { entry, version: versionOf(entry) }]));
    return this.changedSince(version - 1);
  }

  changedSince(since: number): readonly Entry[] {
    return [...this.#sent.values()].filter(({ version }) => version > since).map(({ entry }) => entry);
  }
}

/** Versions of a studio's state, and the difference between two of them. */
class VersionedState {
  #version = 0;
  /** Since this version, the studio has the same devices, and no command was removed but the oldest. */
  #comparableSince = 0;
  #outline = '';
  #lastCommand = 0;
  readonly #records = new SentRecords();
  readonly #commands = new SentEntries<LoggedCommand>();
  readonly #calls = new SentEntries<CallRecord>();

  get version(): number {
    return this.#version;
  }

  /** Takes a state, and returns what changed; undefined if nothing did. */
  advance(state: FeedState): object | undefined {
    const version = this.#version + 1;
    const { comparable } = this.#compareOutline(state, version);
    const devices = state.devices.flatMap((device) => {
      const changed = this.#records.update(`device ${device.id}`, device, version);
      return isEmpty(changed) ? [] : [{ ...changed, id: device.id }];
    });
    const commands = this.#commands.update(state.commands, version);
    const clock = this.#records.update('clock', clockFields(state.clock), version);
    const script = this.#records.update('script', { ...state.script }, version);
    const service = this.#records.update('service', { ...state.service }, version);
    const calls = this.#calls.update(state.calls, version);
    const parts = {
      ...(devices.length > 0 && { devices }),
      ...(commands.length > 0 && { commands }),
      ...(!isEmpty(clock) && { clock: state.clock }),
      ...(!isEmpty(script) && { script: state.script }),
      ...(!isEmpty(service) && { service }),
      ...(calls.length > 0 && { calls }),
    };
    if (comparable && isEmpty(parts)) return undefined;
    this.#version = version;
    return comparable ? parts : this.snapshot(state);
  }

  /** Whether the difference from a version can be sent. */
  reaches(version: number): boolean {
    return version >= this.#comparableSince && version <= this.#version;
  }

  /** Returns what changed after a version. */
  since(version: number, state: FeedState): object {
    return {
      devices: state.devices.filter(({ id }) => this.#records.changedSince(`device ${id}`, version)),
      commands: this.#commands.changedSince(version),
      clock: state.clock,
      script: state.script,
      ...(state.service !== null && { service: state.service }),
      calls: this.#calls.changedSince(version),
    };
  }

  snapshot({ commands, ...state }: FeedState): object {
    return { ...state, commands: commands.slice(-snapshotCommands) };
  }

  #compareOutline({ studio, layout, devices, commands }: FeedState, version: number): { readonly comparable: boolean } {
    const outline = JSON.stringify([studio, layout, devices.map(({ id, kind }) => [id, kind])]);
    const lastCommand = commands.at(-1)?.number ?? 0;
    const comparable = outline === this.#outline && lastCommand >= this.#lastCommand;
    if (!comparable) this.#comparableSince = version;
    this.#outline = outline;
    this.#lastCommand = lastCommand;
    return { comparable };
  }
}

/** The time of a running clock changes by itself. */
const clockFields = ({ now, ...mode }: ClockRecord): Fields =>
  mode.paused ? { now, ...mode } : { now: null, ...mode };

/** Returns a feed. `real` is real time, and `run` distinguishes this run of the simulator from others. */
export const eventFeed = (read: () => FeedState, real: Clock, run: string): EventFeed => {
  const state = new VersionedState();
  const subscribers = new Set<(message: FeedMessage) => void>();
  let sentAtMs = -Infinity;
  let isScheduled = false;

  const message = (event: FeedMessage['event'], data: object): FeedMessage => ({
    id: `${run}-${String(state.version)}`,
    event,
    data,
  });

  const flush = (): void => {
    const before = state.version;
    const current = read();
    const changed = state.advance(current);
    if (changed === undefined) return;
    sentAtMs = real.now();
    const sent = message(state.reaches(before) ? 'changes' : 'snapshot', changed);
    for (const send of [...subscribers]) send(sent);
  };

  const schedule = (): void => {
    if (isScheduled || subscribers.size === 0) return;
    isScheduled = true;
    real.after(Math.max(0, sentAtMs + batchMs - real.now()), () => {
      isScheduled = false;
      flush();
    });
  };

  const first = (lastId: string | undefined): FeedMessage => {
    const version = lastId?.startsWith(`${run}-`) === true ? Number(lastId.slice(run.length + 1)) : NaN;
    const current = read();
    return Number.isInteger(version) && state.reaches(version)
      ? message('changes', state.since(version, current))
      : message('snapshot', state.snapshot(current));
  };

  return {
    touch: schedule,
    subscribe: (lastId, send) => {
      flush();
      send(first(lastId));
      subscribers.add(send);
      return () => void subscribers.delete(send);
    },
  };
};
