// The values that parameters can take: the studio's own records.
import type { KnownStudio, Named } from './studio.js';

/** A value of a parameter, with its name for people. */
export interface DropdownChoice {
  readonly id: string;
  readonly label: string;
}

/** The choices of a parameter that depend on another parameter's value. */
export interface DependentChoices {
  /** The parameter that they depend on. */
  readonly parent: string;
  /** The choices by the parent's value. */
  readonly byParent: ReadonlyMap<string, readonly DropdownChoice[]>;
}

const named = (records: readonly Named[] = []): readonly DropdownChoice[] =>
  records.map(({ id, name }) => ({ id, label: name }));

const banks = ({ state }: KnownStudio): readonly DropdownChoice[] =>
  (state.banks ?? []).map(({ key, name }) => ({ id: key, label: name }));

/** Returns the clips of all banks. A key that is in several banks is listed once, with all of them. */
const clips = ({ state, clips: clipsByBank }: KnownStudio): readonly DropdownChoice[] => {
  const found = new Map<string, string>();
  for (const { key: bank, name: bankName } of state.banks ?? [])
    for (const { key, number, name } of clipsByBank[bank] ?? []) {
      const place = `${bankName} ${String(number)}`;
      const known = found.get(key);
      found.set(key, known === undefined ? `${name} (${place}` : `${known}, ${place}`);
    }
  return [...found].map(([id, label]) => ({ id, label: `${label})` }));
};

/** Choices by the part of the path before a parameter. */
const byCollection: Readonly<Record<string, (studio: KnownStudio) => readonly DropdownChoice[]>> = {
  stations: ({ state }) => named(state.stations),
  signals: ({ state }) => (state.signals ?? []).map(({ identifier, name }) => ({ id: identifier, label: name })),
  macros: ({ state }) => named(state.macros),
  automations: ({ state }) => named(state.automations),
  outputs: ({ state }) => (state.outputs ?? []).map(({ slot, name }) => ({ id: slot, label: name })),
  banks,
  clips,
  cameras: ({ state }) => named(state.cameras),
  variables: ({ state }) => (state.variables ?? []).map(({ name }) => ({ id: name, label: name })),
};

/** Choices by the name of a query parameter. */
const byName: Readonly<Record<string, (studio: KnownStudio) => readonly DropdownChoice[]>> = {
  station: ({ state }) => named(state.stations),
  bank: banks,
};

/** Returns the choices of a collection of the studio, such as `outputs`; none if it has no such collection. */
export const choicesIn = (studio: KnownStudio, collection: string): readonly DropdownChoice[] =>
  byCollection[collection]?.(studio) ?? [];

/** Returns the choices of a query parameter; none if it takes any text. */
export const choicesNamed = (studio: KnownStudio, name: string): readonly DropdownChoice[] =>
  byName[name]?.(studio) ?? [];

/** Returns the scenes of the outputs that have several, by slot. */
export const sceneChoices = ({ state }: KnownStudio): DependentChoices => {
  const several = (state.outputs ?? []).filter(({ scenes }) => scenes.length > 1);
  return {
    parent: 'slot',
    byParent: new Map(several.map(({ slot, scenes }) => [slot, scenes.map(({ id }) => ({ id, label: id }))])),
  };
};

/** Returns the angles of the cameras, by camera. */
export const angleChoices = ({ angles }: KnownStudio): DependentChoices => ({
  parent: 'id',
  byParent: new Map(Object.entries(angles).map(([camera, records]) => [camera, named(records)])),
});
