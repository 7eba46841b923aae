// The records that events report: every record of the studio that changes, as its read operation returns it.
import type { Feature } from '../../domain/feature.js';
import type { BankDefinition } from '../../domain/studio/clip.js';
import type { RuntimeState } from '../../domain/studio/runtime-state.js';
import type { DevicePorts } from '../commands/devices.js';
import type { Graphics } from '../commands/graphics.js';
import type { Clock } from '../ports/clock.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { LayoutInForce } from '../state/current-layout.js';
import {
  currentBank,
  currentCamera,
  currentOutput,
  currentSignal,
  currentStation,
  currentStudio,
  currentVariable,
} from './current-records.js';
import type { PlayerPair } from '../ports/players.js';
import { steadyReport } from '../state/scenes.js';
import type { StudioState } from '../state/studio-state.js';
import { currentOutputTally, watchCameraTallies, watchOutputStatus } from '../tally/tallies.js';
import { recordEvents, type RecordEventName } from './record-events.js';
import { watchAll, type Watch } from '../ports/watch.js';

/** Where the state comes from. */
export interface SourcePorts extends DevicePorts {
  readonly graphics: Graphics;
  readonly macros: Macros;
  readonly automations: Automations;
  readonly clock: Clock;
  readonly studio: StudioState;
}

/** Records of one kind. */
export interface Source {
  /** The event's name and its data field: the record's name, in the singular. */
  readonly name: string;
  readonly feature: Feature;
  /** The kind of the records, as exact rights name it. */
  readonly kind: string;
  readonly watch: Watch;
  /** Returns the definitions of the records by id, as the layout in force has them. */
  readonly definitions: () => ReadonlyMap<string, unknown>;
  readonly record: (id: string) => unknown;
  /** Returns what makes an event when it changes: the record, without what time alone changes. */
  readonly compared: (id: string) => unknown;
  /** Returns the station that a record belongs to; null if it belongs to the studio. */
  readonly stationOf: (id: string) => string | null;
}

interface Kind<Definition> {
  readonly name: RecordEventName;
  readonly all: (studio: LayoutInForce) => readonly Definition[];
  readonly current: (definition: Definition) => unknown;
  /** Absent if time alone changes nothing of the records. */
  readonly compared?: (definition: Definition) => unknown;
  readonly watch: Watch;
  /** Absent if the records belong to the studio. */
  readonly stationOf?: (definition: Definition) => string;
}

interface Identified {
  readonly id: string;
}

/** Returns the definitions of one kind by id, indexed once for each layout. */
const indexed = <Definition extends Identified>(studio: LayoutInForce, all: Kind<Definition>['all']) => {
  const index = () => new Map(all(studio).map((definition) => [definition.id, definition]));
  let layout = studio.layout;
  let byId = index();
  return (): ReadonlyMap<string, Definition> => {
    if (layout !== studio.layout) byId = index();
    layout = studio.layout;
    return byId;
  };
};

const source = <Definition extends Identified>({ studio }: SourcePorts, kind: Kind<Definition>): Source => {
  const { name, watch, current, compared = current, stationOf } = kind;
  const byId = indexed(studio, kind.all);
  return {
    name,
    feature: recordEvents[name].feature,
    kind: recordEvents[name].kind,
    watch,
    definitions: byId,
    record: (id) => {
      const definition = byId().get(id);
      return definition && current(definition);
    },
    compared: (id) => {
      const definition = byId().get(id);
      return definition && compared(definition);
    },
    stationOf: (id) => {
      const definition = byId().get(id);
      return definition && stationOf ? stationOf(definition) : null;
    },
  };
};

/** Watches a part of the runtime state: reports the ids of the records that differ between two states. */
const watchPart =
  ({ studio }: SourcePorts, changedIds: (before: RuntimeState, now: RuntimeState) => readonly string[]): Watch =>
  (watcher) =>
    studio.watch(({ before, now }) => {
      for (const id of changedIds(before, now)) watcher(id);
    });

const bothIfDifferent = (before: string | null, now: string | null): readonly string[] =>
  before === now ? [] : [before, now].filter((id) => id !== null);

const changedVariables = ({ variables: before }: RuntimeState, { variables: now }: RuntimeState) =>
  before === now ? [] : Object.keys(now).filter((id) => now[id] !== before[id]);

/** Returns the outputs in whose scenes playlists have begun, moved on or ended. */
const changedPlaylists = ({ playlists: before }: RuntimeState, { playlists: now }: RuntimeState): readonly string[] =>
  before === now ? [] : [...new Set([...before, ...now].map(({ output }) => output))];

const bankSource = (ports: SourcePorts): Source =>
  source<BankDefinition & Identified>(ports, {
    name: 'bank',
    all: ({ records }) => records.banks.all,
    current: currentBank(ports),
    watch: watchPart(ports, (before, now) => bothIfDifferent(before.activeBank, now.activeBank)),
  });

const variableSource = (ports: SourcePorts): Source =>
  source(ports, {
    name: 'variable',
    all: ({ layout }) => layout.variables,
    current: currentVariable(ports),
    watch: watchPart(ports, changedVariables),
    stationOf: ({ station }) => station,
  });

const stationSource = (ports: SourcePorts): Source =>
  source(ports, {
    name: 'station',
    all: ({ records }) => records.stations.all,
    current: currentStation(ports),
    watch: watchPart(ports, (before, now) => bothIfDifferent(before.holder, now.holder)),
  });

const studioSource = (ports: SourcePorts): Source => {
  return source(ports, {
    name: 'studio',
    all: ({ layout: { id, name } }) => [{ id, name }],
    current: () => currentStudio(ports),
    watch: watchPart(ports, (before, now) => (before.status === now.status ? [] : [ports.studio.layout.id])),
  });
};

/** Returns what both players of an output show, without what changes while nothing but time passes. */
const steadyPair = (pair: PlayerPair | undefined) =>
  pair && [pair.lead, steadyReport(pair.reports.main), steadyReport(pair.reports.backup)];

/** Returns the outputs. */
export const outputSource = (ports: SourcePorts): Source => {
  const { players, graphics } = ports;
  return source(ports, {
    name: 'output',
    all: ({ records }) => records.outputs.all,
    current: currentOutput(ports),
    compared: ({ id, scenes }) => [
      steadyReport(players.state(id)),
      steadyPair(players.pair?.(id)),
      currentOutputTally(ports)({ id }),
      scenes.map((scene) => graphics.record({ output: id, scene })),
      ports.studio.runtime().playlists.filter(({ output }) => output === id),
    ],
    watch: watchAll([graphics.watch, watchOutputStatus(ports), watchPart(ports, changedPlaylists)]),
  });
};

const deviceSources = (ports: SourcePorts): readonly Source[] => {
  const { signalLines, cameras } = ports;
  return [
    // Before the cameras, whose tallies follow the outputs.
    outputSource(ports),
    source(ports, {
      name: 'signal',
      all: ({ records }) => records.signals.all,
      current: currentSignal(ports),
      watch: signalLines.watch,
    }),
    source(ports, {
      name: 'camera',
      all: ({ records }) => records.cameras.all,
      current: currentCamera(ports),
      watch: watchAll([cameras.watch, watchCameraTallies(ports)]),
    }),
  ];
};

const sequenceSources = (ports: SourcePorts): readonly Source[] => [
  source(ports, {
    name: 'macro',
    all: ({ records }) => records.macros.all,
    current: ports.macros.state,
    watch: ports.macros.watch,
  }),
  source(ports, {
    name: 'automation',
    all: ({ layout }) => layout.automations,
    current: ports.automations.state,
    watch: ports.automations.watch,
    stationOf: ({ station }) => station,
  }),
];

/** Returns everything that events report. */
export const sources = (ports: SourcePorts): readonly Source[] => [
  ...deviceSources(ports),
  bankSource(ports),
  variableSource(ports),
  stationSource(ports),
  studioSource(ports),
  ...sequenceSources(ports),
];
