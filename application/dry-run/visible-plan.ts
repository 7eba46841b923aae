// What a caller may see of a plan: the commands of features that it may not read stay hidden (DRY-6).
import { limitOf, pinOf } from '../../domain/access/caller.js';
import { showsRecord, type OperationLimit } from '../../domain/access/operation-limit.js';
import type { PlannedChanges, PlannedCommand, UnavailableDevice } from '../../domain/dry-run.js';
import type { Feature } from '../../domain/feature.js';
import { mayRead, visibleStation } from '../access/visibility.js';
import type { CallContext } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';

/** What an action would do. */
export interface Plan {
  readonly commands: readonly PlannedCommand[];
  readonly changes: PlannedChanges;
  readonly unavailable: readonly UnavailableDevice[];
}

/** What decides which parts of a plan are shown. */
export interface VisiblePlanPorts {
  readonly access: CurrentAccess;
  readonly studio: Pick<StudioState, 'records' | 'runtime' | 'layout'>;
}

/** The features of operations, by the first part of their names. */
const features: Readonly<Record<string, Feature>> = {
  studio: 'studio',
  station: 'station',
  signal: 'signals',
  macro: 'macros',
  automation: 'automations',
  clip: 'outputs',
  playlist: 'outputs',
  output: 'outputs',
  graphic: 'outputs',
  bank: 'outputs',
  camera: 'cameras',
  variable: 'variables',
};

const featureOf = (operation: string | null): Feature | undefined => features[operation?.split('.')[0] ?? ''];

const changeFeatures = {
  studio: 'studio',
  station: 'station',
  activeBank: 'outputs',
  leads: 'outputs',
  playlists: 'outputs',
  variables: 'variables',
  macros: 'macros',
  automations: 'automations',
} as const satisfies Readonly<Record<keyof PlannedChanges, Feature>>;

const deviceFeatures = { output: 'outputs', signal: 'signals', camera: 'cameras' } as const;

/** Leaves the place of a command, and its error code. */
const hidden = (command: PlannedCommand): PlannedCommand => ({
  ...command,
  operation: null,
  parameters: {},
  message: null,
});

/** A device with exact rights may read the macro that it runs, not what that one leads to (LIMIT-2). */
const visibleStep = (limit: OperationLimit, command: PlannedCommand): PlannedCommand => {
  const { macro, automation } = command;
  if (macro === null && automation === null) return command;
  return macro === null || showsRecord(limit, 'macros', macro)
    ? hidden(command)
    : { ...hidden(command), macro: null, step: null };
};

/** Returns the function that hides what a caller may not read. What its own call names is shown. */
export const visiblePlan =
  ({ access, studio }: VisiblePlanPorts) =>
  ({ caller }: Pick<CallContext, 'caller'>, operation: string, { commands, changes, unavailable }: Plan): Plan => {
    const { configuration } = access.current();
    const [own, limit] = [featureOf(operation), limitOf(caller)];
    const placed = limit === undefined ? commands : commands.map((command) => visibleStep(limit, command));
    const isShown = (feature: Feature | undefined): boolean =>
      feature !== undefined && (feature === own || mayRead(configuration, caller, feature));
    const station = visibleStation(studio.records.stations, studio.runtime().holder, pinOf(caller));
    const isOfStation = ([id]: readonly [string, unknown]): boolean =>
      own === 'variables' || studio.layout.variables.some((one) => one.id === id && one.station === station);
    const { variables, ...others } = Object.fromEntries(
      Object.entries(changes).filter(([name]) => isShown(changeFeatures[name as keyof PlannedChanges])),
    ) as PlannedChanges;
    const seen = Object.entries(variables ?? {}).filter(isOfStation);
    return {
      commands: placed.map((command) => (isShown(featureOf(command.operation)) ? command : hidden(command))),
      changes: { ...others, ...(seen.length > 0 && { variables: Object.fromEntries(seen) }) },
      unavailable: unavailable.filter(({ kind }) => isShown(deviceFeatures[kind])),
    };
  };
