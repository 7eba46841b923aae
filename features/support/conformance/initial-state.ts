// The initial state of the demo studio, from which every scenario begins: what differs from it, and the calls that restore it.
import { demoStudio } from '../../../simulator/demo-studio.js';

interface Identified {
  readonly id: string;
}

/** What the kit reads of the response of `GET /api/v2/state`. */
export interface ReadState {
  readonly studio: { readonly status: string };
  readonly station: Identified | null;
  readonly stations: readonly Identified[];
  readonly signals: readonly (Identified & { readonly value: boolean | null })[];
  readonly macros: readonly (Identified & { readonly state: string })[];
  readonly automations: readonly (Identified & { readonly state: string })[];
  readonly outputs: readonly (Identified & {
    readonly connected: boolean;
    readonly scenes: readonly { readonly clip: string | null; readonly cued: unknown }[];
  })[];
  readonly banks: readonly { readonly key: string; readonly active: boolean }[];
  readonly cameras: readonly (Identified & { readonly angle: string | null })[];
  readonly variables: readonly (Identified & { readonly value: unknown })[];
}

/** Something that is not as at first, and the call that changes it; null if no call does. */
export interface Difference {
  readonly what: string;
  readonly call: string | null;
}

const { stations, signals, cameras, outputs, macros, banks } = demoStudio;

const expectedIds = {
  stations: stations.map(({ id }) => id),
  signals: signals.map(({ id }) => id),
  cameras: cameras.map(({ id }) => id),
  outputs: outputs.map(({ id }) => id),
  macros: macros.map(({ id }) => id),
} as const;

/** Returns the records of the demo studio that a service lacks. */
export const missingRecords = (state: ReadState): readonly string[] => {
  const has = (list: readonly Identified[], id: string): boolean => list.some((record) => record.id === id);
  const keys = state.banks.map(({ key }) => key);
  return [
    ...Object.entries(expectedIds).flatMap(([kind, ids]) =>
      ids.filter((id) => !has(state[kind as keyof typeof expectedIds], id)),
    ),
    ...banks.map(({ key }) => key).filter((key) => !keys.includes(key)),
  ];
};

type Value = string | number | boolean | null;

const initialValue = (id: string): Value | undefined =>
  demoStudio.variables.find((variable) => variable.id === id)?.value;

const setting = (id: string, value: Value = null): string =>
  `/variables/${id}/set?value=${encodeURIComponent(String(value ?? ''))}`;

/** A station takes the studio only if none holds it: the first round releases it, the next one takes it. */
const ofHolder = ({ station }: ReadState): readonly Difference[] => {
  if (station?.id === demoStudio.holder) return [];
  return station === null
    ? [{ what: 'no station holds the studio', call: `/stations/${String(demoStudio.holder)}/take` }]
    : [{ what: 'another station holds the studio', call: '/station/release' }];
};

const ofStudio = (state: ReadState): readonly Difference[] => [
  ...(state.studio.status === demoStudio.status ? [] : [{ what: 'the studio is on air', call: '/studio/offair' }]),
  ...ofHolder(state),
];

const ofSequences = ({ macros: running, automations }: ReadState): readonly Difference[] => [
  ...running.flatMap(({ id, state }) =>
    state === 'idle' ? [] : [{ what: `the macro ${id} runs`, call: `/macros/${id}/stop` }],
  ),
  ...automations.flatMap(({ id, state }) =>
    state === 'stopped' ? [] : [{ what: `the automation ${id} is ${state}`, call: `/automations/${id}/stop` }],
  ),
];

const ofValues = ({ variables, banks: shown }: ReadState): readonly Difference[] => [
  ...variables.flatMap(({ id, value }) =>
    value === initialValue(id)
      ? []
      : [{ what: `the variable ${id} has another value`, call: setting(id, initialValue(id)) }],
  ),
  ...shown.flatMap(({ key, active }) =>
    active || key !== demoStudio.activeBank ? [] : [{ what: 'another bank is active', call: `/banks/${key}/activate` }],
  ),
];

const ofDevices = (state: ReadState): readonly Difference[] => [
  ...state.signals.flatMap(({ id, value }) =>
    value === false ? [] : [{ what: `the signal ${id} is not off`, call: `/signals/${id}/off` }],
  ),
  ...state.outputs.flatMap(({ id, connected, scenes }) =>
    connected && scenes.every(({ clip, cued }) => clip === null && cued === null)
      ? []
      : [{ what: `the output ${id} is not idle`, call: `/outputs/${id}/stop` }],
  ),
];

const ofCameras = ({ cameras: shown }: ReadState): readonly Difference[] =>
  shown.flatMap(({ id, angle }) => (angle === null ? [] : [{ what: `the camera ${id} shows ${angle}`, call: null }]));

/**
 * Returns what differs from the initial state; cameras, which no call returns to it, only if they can be reset. The records of a
 * station come before its release, which hides them.
 */
export const differences = (state: ReadState, canResetDevices: boolean): readonly Difference[] => [
  ...ofSequences(state),
  ...ofValues(state),
  ...ofDevices(state),
  ...(canResetDevices ? ofCameras(state) : []),
  ...ofStudio(state),
];

/** Calls after which the other station holds the studio, so that its records are shown. */
export const showOtherStation: readonly string[] = ['/station/release', '/stations/bravo/take'];

/** Whether a call may change records of the other station. */
export const isAboutOtherStation = (path: string): boolean => /bravo/i.test(path);
