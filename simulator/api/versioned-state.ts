// Versions of everything that an event feed shows, and the difference between two of them.
import type { LoggedCommand } from '../command-log.js';
import type { LayoutRecord } from './layout-record.js';
import type { ClockRecord, DeviceRecord, ScriptRecord } from './records.js';
import { isEmpty, SentEntries, SentRecords, type Fields } from './sent-records.js';
import type { VirtualClient } from '../panel/virtual-client.js';
import type { CallRecord, ServiceRecord } from './service-records.js';

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
  readonly client: VirtualClient;
  readonly service: ServiceRecord | null;
  readonly calls: readonly CallRecord[];
}

/** The time of a running clock changes by itself. */
const clockFields = ({ now, ...mode }: ClockRecord): Fields =>
  mode.paused ? { now, ...mode } : { now: null, ...mode };

/** Versions of a studio's state, and the difference between two of them. */
export class VersionedState {
  #version = 0;
  /**
   * Since this version, the studio has the same devices, the service didn't stop or start, and no command was removed but the
   * oldest.
   */
  #comparableSince = 0;
  #outline = '';
  #lastCommand = 0;
  readonly #records = new SentRecords();
  readonly #commands = new SentEntries<LoggedCommand>();
  readonly #calls = new SentEntries<CallRecord>();

  get version(): number {
    return this.#version;
  }

  /** Number of records that are remembered to find what changed: the devices, the clock, the script, the client and the service. */
  get remembered(): number {
    return this.#records.size;
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
    const service = this.#records.update('service', { ...state.service }, version);
    const calls = this.#calls.update(state.calls, version);
    const parts = {
      ...(devices.length > 0 && { devices }),
      ...(commands.length > 0 && { commands }),
      ...this.#changedWholes(state, version),
      ...(!isEmpty(service) && { service }),
      ...(calls.length > 0 && { calls }),
    };
    if (comparable && isEmpty(parts)) return undefined;
    this.#version = version;
    return comparable ? parts : this.snapshot(state);
  }

  /** Returns the records that are sent as wholes, those that changed. */
  #changedWholes({ clock, script, client }: FeedState, version: number): object {
    const fields = { clock: clockFields(clock), script: { ...script }, client: { ...client } };
    const isChanged = (name: keyof typeof fields) => !isEmpty(this.#records.update(name, fields[name], version));
    return {
      ...(isChanged('clock') && { clock }),
      ...(isChanged('script') && { script }),
      ...(isChanged('client') && { client }),
    };
  }

  /** Makes the next state a new beginning, because it is unknown how much of the last one was sent. */
  forget(): void {
    this.#outline = '';
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
      client: state.client,
      ...(state.service !== null && { service: state.service }),
      calls: this.#calls.changedSince(version),
    };
  }

  snapshot({ commands, ...state }: FeedState): object {
    return { ...state, commands: commands.slice(-snapshotCommands) };
  }

  #compareOutline(state: FeedState, version: number): { readonly comparable: boolean } {
    const { studio, layout, devices, commands, service } = state;
    // Changes name fields of a service, so they can't show that it stopped or runs again.
    const outline = JSON.stringify([studio, layout, devices.map(({ id, kind }) => [id, kind]), service === null]);
    const lastCommand = commands.at(-1)?.number ?? 0;
    const comparable = outline === this.#outline && lastCommand >= this.#lastCommand;
    if (!comparable) this.#comparableSince = version;
    // A device that left the studio is not remembered.
    if (!comparable) this.#records.clear();
    this.#outline = outline;
    this.#lastCommand = lastCommand;
    return { comparable };
  }
}
