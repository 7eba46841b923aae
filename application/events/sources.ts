// The records that events report: every record of the studio that changes, as its read operation returns it.
import type { Feature } from '../../domain/feature.js';
import type { RuntimeState } from '../../domain/studio/runtime-state.js';
import { currentBank } from '../operations/banks.js';
import { currentCamera } from '../operations/cameras.js';
import { currentOutput } from '../operations/outputs.js';
import { currentSignal } from '../operations/signals.js';
import { currentStation } from '../operations/station.js';
import { currentStudio } from '../operations/studio.js';
import { currentVariable } from '../operations/variables.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { StudioState } from '../state/studio-state.js';
import type { Watch } from '../ports/watch.js';

/** Where the state comes from. */
export interface SourcePorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
  readonly macros: Macros;
  readonly automations: Automations;
}

/** Records of one kind. */
export interface Source {
  /** The event's name and its data field: the record's name, in the singular. */
  readonly name: string;
  readonly feature: Feature;
  readonly watch: Watch;
  readonly ids: readonly string[];
  readonly record: (id: string) => unknown;
  /** Returns what makes an event when it changes: the record, without what time alone changes. */
  readonly compared: (id: string) => unknown;
  /** Returns the station that a record belongs to; null if it belongs to the studio. */
  readonly stationOf: (id: string) => string | null;
}

/** The names of all kinds of records that events report. */
export const sourceNames = [
  'signal',
  'camera',
  'output',
  'bank',
  'variable',
  'station',
  'studio',
  'macro',
  'automation',
] as const;

/** The event that announces the end of a clip. It reports no change. */
export const clipEndingName = 'clip.ending';

interface Kind<Definition> {
  readonly name: (typeof sourceNames)[number];
  readonly feature: Feature;
  readonly all: readonly Definition[];
  readonly current: (definition: Definition) => unknown;
  /** Absent if time alone changes nothing of the records. */
  readonly compared?: (definition: Definition) => unknown;
  readonly watch: Watch;
  /** Absent if the records belong to the studio. */
  readonly stationOf?: (definition: Definition) => string;
}

const source = <Definition extends { readonly id: string }>(kind: Kind<Definition>): Source => {
  const { name, feature, watch, current, compared = current, stationOf } = kind;
  const byId = new Map(kind.all.map((definition) => [definition.id, definition]));
  return {
    name,
    feature,
    watch,
    ids: [...byId.keys()],
    record: (id) => {
      const definition = byId.get(id);
      return definition && current(definition);
    },
    compared: (id) => {
      const definition = byId.get(id);
      return definition && compared(definition);
    },
    stationOf: (id) => {
      const definition = byId.get(id);
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

const bankSource = (ports: SourcePorts): Source =>
  source({
    name: 'bank',
    feature: 'outputs',
    all: ports.studio.records.banks.all,
    current: currentBank(ports),
    watch: watchPart(ports, (before, now) => bothIfDifferent(before.activeBank, now.activeBank)),
  });

const variableSource = (ports: SourcePorts): Source =>
  source({
    name: 'variable',
    feature: 'variables',
    all: ports.studio.layout.variables,
    current: currentVariable(ports),
    watch: watchPart(ports, changedVariables),
    stationOf: ({ station }) => station,
  });

const stationSource = (ports: SourcePorts): Source =>
  source({
    name: 'station',
    feature: 'station',
    all: ports.studio.records.stations.all,
    current: currentStation(ports),
    watch: watchPart(ports, (before, now) => bothIfDifferent(before.holder, now.holder)),
  });

const studioSource = (ports: SourcePorts): Source => {
  const { layout } = ports.studio;
  return source({
    name: 'studio',
    feature: 'studio',
    all: [layout],
    current: () => currentStudio(ports),
    watch: watchPart(ports, (before, now) => (before.status === now.status ? [] : [layout.id])),
  });
};

/** Returns the outputs. */
export const outputSource = (ports: SourcePorts): Source => {
  const { studio, players } = ports;
  return source({
    name: 'output',
    feature: 'outputs',
    all: studio.records.outputs.all,
    current: currentOutput(ports),
    compared: ({ id }) => players.state(id),
    watch: players.watch,
  });
};

const deviceSources = (ports: SourcePorts): readonly Source[] => {
  const { studio, signalLines, cameras } = ports;
  return [
    source({
      name: 'signal',
      feature: 'signals',
      all: studio.records.signals.all,
      current: currentSignal(ports),
      watch: signalLines.watch,
    }),
    source({
      name: 'camera',
      feature: 'cameras',
      all: studio.records.cameras.all,
      current: currentCamera(ports),
      watch: cameras.watch,
    }),
    outputSource(ports),
  ];
};

const sequenceSources = ({ studio, macros, automations }: SourcePorts): readonly Source[] => [
  source({
    name: 'macro',
    feature: 'macros',
    all: studio.records.macros.all,
    current: macros.state,
    watch: macros.watch,
  }),
  source({
    name: 'automation',
    feature: 'automations',
    all: studio.layout.automations,
    current: automations.state,
    watch: automations.watch,
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
