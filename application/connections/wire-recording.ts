// The recording of a wire: what is attached to a connection, and then everything that goes over it, the commands that its driver is
// given, and what its records show, each with its time. It has names and addresses, and nothing of what
// files and header fields keep secret.
import { isEqual } from '../../domain/codec/equality.js';
import { hidden, hide } from '../../domain/editing/hidden-values.js';
import type { DeviceCommand } from '../../domain/studio/command.js';
import type { Attachment } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { watchAll, type Watch } from '../ports/watch.js';
import { shownMessage, type ShownMessage } from './equipment-report.js';
import { equipmentState, type ShownEquipmentDeps, type ShownRecord } from './shown-equipment.js';
import type { WireChange, WireEntry, Wires } from '../ports/wire.js';

/** The first entry of a recording. */
export interface RecordedStudio {
  readonly program: string;
  readonly time: string;
  /** The studio with the connection, what is attached to it, and the clips, without what is secret in it. */
  readonly studio: StudioLayout;
}

/** An entry after the first. */
export type RecordedEntry =
  | ShownMessage
  | { readonly time: string; readonly command: DeviceCommand }
  | { readonly time: string; readonly shows: ShownRecord }
  | { readonly time: string; readonly change: WireChange['change'] };

interface Watched {
  readonly watch: Watch;
}

export interface WireRecordingDeps extends ShownEquipmentDeps {
  readonly program: string;
  readonly clock: { readonly now: () => number };
  readonly devices: ShownEquipmentDeps['devices'] & {
    readonly signalLines: Watched;
    readonly cameras: Watched;
    readonly players: Watched;
  };
  readonly wires: Pick<Wires, 'follow'>;
}

/** A recording that hasn't begun. */
export interface WireRecording {
  readonly head: RecordedStudio;
  /** Begins, with what the records show now. Returns a function that ends it. */
  readonly follow: (record: (entry: RecordedEntry) => void) => () => void;
}

/** Returns the part of a studio that a connection and its records need, without what is secret in it. */
const partFor = (id: string, { tally: _, ...layout }: StudioLayout): StudioLayout => {
  const isAttached = (attachment: Attachment | undefined): boolean => attachment?.connection === id;
  const part: StudioLayout = {
    ...layout,
    serverId: hidden,
    id: hidden,
    connections: layout.connections?.filter((one) => one.id === id) ?? [],
    signals: layout.signals.filter(({ line }) => isAttached(line)),
    cameras: layout.cameras.filter(({ head }) => isAttached(head)),
    outputs: layout.outputs.filter(({ player, backup }) => isAttached(player) || isAttached(backup)),
    ...{ macros: [], automations: [], variables: [], panels: [] },
  };
  return hide(part) as StudioLayout;
};

const recorded = (entry: WireEntry): RecordedEntry => {
  if ('content' in entry) return shownMessage(entry);
  const time = new Date(entry.timeMs).toISOString();
  return 'command' in entry ? { time, command: entry.command } : { time, change: entry.change };
};

/** Returns the recording of a connection; undefined if the layout in force has none with this id. */
export const wireRecording = (id: string, deps: WireRecordingDeps): WireRecording | undefined => {
  if (deps.layout().connections?.every((one) => one.id !== id) ?? true) return undefined;
  const { signalLines, cameras, players } = deps.devices;
  const watch = watchAll([signalLines.watch, cameras.watch, players.watch]);
  const records = (): readonly ShownRecord[] =>
    equipmentState(deps).connections.find((one) => one.id === id)?.records ?? [];
  return {
    head: { program: deps.program, time: new Date(deps.clock.now()).toISOString(), studio: partFor(id, deps.layout()) },
    follow: (record) => {
      let before: readonly ShownRecord[] = [];
      const note = (changed?: string): void => {
        if (changed !== undefined && before.length > 0 && before.every(({ id: one }) => !changed.startsWith(one)))
          return;
        const now = records();
        const others = now.filter((one) => !before.some((other) => isEqual(one, other)));
        before = now;
        const time = new Date(deps.clock.now()).toISOString();
        for (const shows of others) record({ time, shows });
      };
      note();
      const ends = [
        watch(note),
        deps.wires.follow(id, (entry) => {
          record(recorded(entry));
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
};
