// What there is to tell of: every record of the studio that changes, as its read route shows it.
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
import type { Players } from '../ports/players.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { StudioState } from '../state/studio-state.js';
import type { Watch } from '../ports/watch.js';

/** Where state comes from. */
export interface SourcePorts {
  readonly studio: StudioState;
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
  readonly macros: Macros;
  readonly automations: Automations;
}

/** Records of one kind. */
export interface Source {
  /** What an event of it is called, and its data's field: the record's name, in the singular. */
  readonly name: string;
  readonly feature: Feature;
  readonly watch: Watch;
  readonly ids: readonly string[];
  readonly record: (id: string) => unknown;
  /** Whose record it is, null where it is the studio's. */
  readonly stationOf: (id: string) => string | null;
}

/** The names of all kinds of records that are told of. */
export const sourceNames = [
  ...['signal', 'camera', 'output', 'bank', 'variable', 'station', 'studio', 'macro', 'automation'],
] as const;

interface Kind<Definition> {
  readonly name: string;
  readonly feature: Feature;
  readonly all: readonly Definition[];
  readonly current: (definition: Definition) => unknown;
  readonly watch: Watch;
}

const ofStudio = (): null => null;

const source = <Definition extends { readonly id: string }>(
  { name, feature, all, current, watch }: Kind<Definition>,
  stationOf: (definition: Definition) => string | null = ofStudio,
): Source => {
  const known = new Map(all.map((definition) => [definition.id, definition]));
  return {
    ...{ name, feature, watch, ids: [...known.keys()] },
    record: (id) => {
      const definition = known.get(id);
      return definition && current(definition);
    },
    stationOf: (id) => {
      const definition = known.get(id);
      return definition ? stationOf(definition) : null;
    },
  };
};

/** Watches a part of the present: the ids of what differs between two of them. */
const partOf =
  ({ studio }: SourcePorts, differing: (before: RuntimeState, now: RuntimeState) => readonly string[]): Watch =>
  (watcher) =>
    studio.watch(({ before, now }) => {
      for (const id of differing(before, now)) watcher(id);
    });

const both = (before: string | null, now: string | null): readonly string[] =>
  before === now ? [] : [before, now].filter((id) => id !== null);

const changedVariables = ({ variables: before }: RuntimeState, { variables: now }: RuntimeState) =>
  before === now ? [] : Object.keys(now).filter((id) => now[id] !== before[id]);

const ofPresent = (ports: SourcePorts): readonly Source[] => {
  const { records, layout } = ports.studio;
  return [
    source({
      ...{ name: 'bank', feature: 'outputs', all: records.banks.all, current: currentBank(ports) },
      watch: partOf(ports, (before, now) => both(before.activeBank, now.activeBank)),
    }),
    source(
      {
        ...{ name: 'variable', feature: 'variables', all: layout.variables, current: currentVariable(ports) },
        watch: partOf(ports, changedVariables),
      },
      ({ station }) => station,
    ),
    source({
      ...{ name: 'station', feature: 'station', all: records.stations.all, current: currentStation(ports) },
      watch: partOf(ports, (before, now) => both(before.holder, now.holder)),
    }),
    source({
      ...{ name: 'studio', feature: 'studio', all: [layout], current: () => currentStudio(ports) },
      watch: partOf(ports, (before, now) => (before.status === now.status ? [] : [layout.id])),
    }),
  ];
};

const ofDevices = (ports: SourcePorts): readonly Source[] => {
  const { records } = ports.studio;
  const { signalLines, cameras, players } = ports;
  return [
    source({
      ...{ name: 'signal', feature: 'signals', all: records.signals.all, current: currentSignal(ports) },
      watch: signalLines.watch,
    }),
    source({
      ...{ name: 'camera', feature: 'cameras', all: records.cameras.all, current: currentCamera(ports) },
      watch: cameras.watch,
    }),
    source({
      ...{ name: 'output', feature: 'outputs', all: records.outputs.all, current: currentOutput(ports) },
      watch: players.watch,
    }),
  ];
};

const ofSequences = ({ studio, macros, automations }: SourcePorts): readonly Source[] => [
  source({
    ...{ name: 'macro', feature: 'macros', all: studio.records.macros.all, current: macros.state },
    watch: macros.watch,
  }),
  source(
    {
      ...{ name: 'automation', feature: 'automations', all: studio.layout.automations },
      ...{ current: automations.state, watch: automations.watch },
    },
    ({ station }) => station,
  ),
];

/** Everything that is told of. */
export const sources = (ports: SourcePorts): readonly Source[] => [
  ...ofDevices(ports),
  ...ofPresent(ports),
  ...ofSequences(ports),
];
