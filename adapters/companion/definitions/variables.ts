// The variables of the module: what texts of buttons show.
import { createHash } from 'node:crypto';
import type { CompanionVariableDefinition, CompanionVariableValues } from '@companion-module/base';
import type { Output, Scene } from '../../client/client.js';
import { arrivedAtMs, type KnownStudio } from '../studio/studio.js';

/** A variable with its present value. */
interface ShownVariable {
  readonly id: string;
  readonly name: string;
  readonly value: string | number | boolean;
}

/** Text that stands for itself in an id. With two parts of the studio's own, slot and scene, `_` separates them. */
const plainPart = ({ length }: readonly string[]): RegExp => (length > 3 ? /^[A-Za-z0-9-]+$/ : /^[\w-]+$/);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Returns an id that Companion accepts: letters, digits, `-` and `_`. Parts with other characters are followed by a digest
 * of all parts, so that two records never share an id, and a record keeps its id.
 */
const idOf = (...parts: readonly string[]): string => {
  const text = parts.join('_').replaceAll(/[^\w-]/g, '-');
  return parts.every((part) => plainPart(parts).test(part)) ? text : `${text}_${digestOf(JSON.stringify(parts))}`;
};

/** Returns the remaining time of a clip, counted on since its record arrived, in whole seconds rounded up. */
export const remainingSeconds = (
  { remainingMs, paused }: Pick<Scene, 'remainingMs' | 'paused'>,
  arrivedMs: number,
  nowMs: number,
): number | undefined => {
  if (remainingMs === null) return undefined;
  return Math.max(0, Math.ceil((remainingMs - (paused ? 0 : nowMs - arrivedMs)) / 1_000));
};

/** Formats seconds as minutes and seconds, such as `1:05`; empty if they are unknown. */
export const formatSeconds = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;

/** Returns the id of a variable of a scene, such as `output_main_full_clip`. */
export const sceneVariable = (slot: string, scene: string, what: string): string => idOf('output', slot, scene, what);

/** Returns the id of a variable of a record, such as `signal_red-light`. */
export const recordVariable = (kind: string, id: string): string => idOf(kind, id);

const clipName = ({ clips }: KnownStudio, bank: string | null, clip: string | null): string =>
  clips[bank ?? '']?.find(({ key }) => key === clip)?.name ?? clip ?? '';

const ofScene = (
  studio: KnownStudio,
  { id, slot, name }: Output,
  scene: Scene,
  nowMs: number,
): readonly ShownVariable[] => {
  const title = `${name}, ${scene.id}`;
  const seconds = scene.clip === null ? undefined : remainingSeconds(scene, arrivedAtMs(studio, id), nowMs);
  const variable = (what: string, words: string, value: string): ShownVariable => ({
    id: sceneVariable(slot, scene.id, what),
    name: `${title}: ${words}`,
    value,
  });
  return [
    variable('clip', 'clip that is on', clipName(studio, scene.bank, scene.clip)),
    variable('remaining', 'remaining time', formatSeconds(seconds)),
    variable('cued', 'clip that is cued', clipName(studio, scene.cued?.bank ?? null, scene.cued?.clip ?? null)),
  ];
};

const ofOutputs = (studio: KnownStudio, nowMs: number): readonly ShownVariable[] =>
  (studio.state.outputs ?? []).flatMap((output) => [
    { id: idOf('output', output.slot, 'tally'), name: `${output.name}: tally`, value: output.tally ?? '' },
    ...output.scenes.flatMap((scene) => ofScene(studio, output, scene, nowMs)),
  ]);

const signalText = (value: boolean | null): string => {
  if (value === null) return '';
  return value ? 'on' : 'off';
};

const ofCameras = ({ state, angles }: KnownStudio): readonly ShownVariable[] =>
  (state.cameras ?? []).flatMap(({ id, name, angle, tally }) => [
    {
      id: idOf('camera', id, 'angle'),
      name: `${name}: angle`,
      value: angles[id]?.find((one) => one.id === angle)?.name ?? angle ?? '',
    },
    { id: idOf('camera', id, 'tally'), name: `${name}: tally`, value: tally ?? '' },
  ]);

const ofRecords = ({ state }: KnownStudio): readonly ShownVariable[] => [
  ...(state.signals ?? []).map(({ identifier, name, value }) => ({
    id: recordVariable('signal', identifier),
    name,
    value: signalText(value),
  })),
  ...(state.macros ?? []).map(({ id, name, state: value }) => ({ id: recordVariable('macro', id), name, value })),
  ...(state.automations ?? []).map(({ id, name, state: value }) => ({
    id: recordVariable('automation', id),
    name,
    value,
  })),
  ...(state.variables ?? []).map(({ name, value }) => ({
    id: recordVariable('variable', name),
    name: `Variable ${name}`,
    value: value ?? '',
  })),
];

const ofStation = ({ state: { stations = [], banks = [] } }: KnownStudio): readonly ShownVariable[] => [
  {
    id: 'holder',
    name: 'Station that holds the studio',
    value: stations.find(({ holdsStudio }) => holdsStudio)?.name ?? '',
  },
  { id: 'bank', name: 'Active bank', value: banks.find(({ active }) => active)?.name ?? '' },
];

const ofStudio = ({ state: { studio }, alarms, degraded }: KnownStudio): readonly ShownVariable[] => [
  { id: 'studio_name', name: 'Studio', value: studio?.name ?? '' },
  { id: 'studio_status', name: 'Studio: on_air or off_air', value: studio?.status ?? '' },
  { id: 'alarms', name: 'Number of open alarms', value: alarms.length },
  { id: 'alarm', name: 'Newest open alarm', value: alarms[0]?.message ?? '' },
  { id: 'health', name: 'Service: ok or degraded', value: degraded ? 'degraded' : 'ok' },
];

const shownVariables = (studio: KnownStudio, nowMs: number): readonly ShownVariable[] => [
  ...ofStudio(studio),
  ...ofStation(studio),
  ...ofOutputs(studio, nowMs),
  ...ofCameras(studio),
  ...ofRecords(studio),
];

/** The result of the last press. It belongs to the module, not to the studio. */
export const lastErrorVariable: CompanionVariableDefinition = {
  variableId: 'last_error',
  name: 'Why the last press failed; empty if it succeeded',
};

/** Returns the definitions of all variables. */
export const variableDefinitions = (studio: KnownStudio): CompanionVariableDefinition[] => [
  lastErrorVariable,
  ...shownVariables(studio, studio.readAtMs).map(({ id, name }) => ({ variableId: id, name })),
];

/** Returns the values of all variables at `nowMs`. */
export const variableValues = (studio: KnownStudio, nowMs: number): CompanionVariableValues =>
  Object.fromEntries(shownVariables(studio, nowMs).map(({ id, value }) => [id, value]));

/** Returns empty values for all variables: what the studio does is unknown while the service isn't connected. */
export const unknownValues = (studio: KnownStudio): CompanionVariableValues =>
  Object.fromEntries(shownVariables(studio, studio.readAtMs).map(({ id }) => [id, '']));
