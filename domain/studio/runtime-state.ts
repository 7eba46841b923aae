// The studio's runtime state: what callers change and the service remembers.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isEqual } from '../codec/equality.js';
import { withDefault } from '../codec/with-default.js';
import { failure, type Failure } from '../failure.js';
import { RememberedAutomation } from './automation.js';
import { RememberedRuns } from './last-run.js';
import type { StudioLayout } from './layout.js';
import { OutputPlayer } from './output-player.js';
import { fitPlaylist, RunningPlaylist, runsIn } from './playlist.js';
import { StudioStatus } from './studio.js';
import { VariableDefinition, variableMismatch, VariableValue } from './variable.js';

/** The last runs of macros and automations. */
const LastRuns = t.readonly(t.type({ macros: RememberedRuns, automations: RememberedRuns }));
export type LastRuns = t.TypeOf<typeof LastRuns>;

const noRuns: LastRuns = { macros: {}, automations: {} };

/**
 * On-air status, holder, active bank, the variables' values, which players lead, what is remembered of automations, by id, the last
 * runs, and the playlists that run (REMEMBER-1).
 */
export const RuntimeState = t.readonly(
  t.type({
    status: StudioStatus,
    /** The id of the station that holds the studio, null when none does. */
    holder: t.union([t.string, t.null]),
    /** The key of the active clip bank. */
    activeBank: t.string,
    variables: t.readonly(t.record(t.string, VariableValue)),
    /** The automations that start with the service, by id. Files of earlier versions have none. */
    automations: withDefault(t.readonly(t.record(t.string, RememberedAutomation)), {}),
    /** Files of earlier versions have none. */
    lastRuns: withDefault(LastRuns, noRuns),
    /** The players that lead, by the ids of their outputs; without an entry the main one. Files of earlier versions have none. */
    leads: withDefault(t.readonly(t.record(t.string, OutputPlayer)), {}),
    /** At most one in a scene. Files of earlier versions have none. */
    playlists: withDefault(t.readonlyArray(RunningPlaylist), []),
  }),
);
export type RuntimeState = t.TypeOf<typeof RuntimeState>;

/** Returns the initial runtime state of a layout. */
export const initialRuntimeState = ({ status, holder, activeBank, variables }: StudioLayout): RuntimeState => ({
  status,
  holder,
  activeBank,
  variables: Object.fromEntries(variables.map(({ id, value }) => [id, value])),
  automations: {},
  lastRuns: noRuns,
  leads: {},
  playlists: [],
});

/** Whether two runtime states are equal. */
export const isSameRuntimeState = (one: RuntimeState, other: RuntimeState): boolean => {
  const ids = Object.keys(one.variables);
  return (
    one.status === other.status &&
    one.holder === other.holder &&
    one.activeBank === other.activeBank &&
    isEqual(one.automations, other.automations) &&
    isEqual(one.lastRuns, other.lastRuns) &&
    isEqual(one.leads, other.leads) &&
    isEqual(one.playlists, other.playlists) &&
    ids.length === Object.keys(other.variables).length &&
    ids.every((id) => one.variables[id] === other.variables[id])
  );
};

/** A stored runtime state adapted to a layout, and what was discarded. */
export interface FittedRuntimeState {
  readonly state: RuntimeState;
  /** Descriptions for people, such as `the active bank "news"`. */
  readonly discarded: readonly string[];
}

/** Describes a value that doesn't fit: its variable is gone, has another type, or permits no text of this length. */
const unfitVariable = (definition: VariableDefinition | undefined, id: string, value: VariableValue): string =>
  definition === undefined
    ? `the variable "${id}"`
    : `the value of the variable "${id}" (${variableMismatch(definition, value)})`;

const fitVariables = ({ variables }: StudioLayout, stored: RuntimeState['variables']) => {
  const definitions = new Map(variables.map((definition) => [definition.id, definition]));
  const fits = ([id, value]: readonly [string, VariableValue]): boolean =>
    VariableDefinition.is({ ...definitions.get(id), value });
  const [fitting, unfit] = [true, false].map((expected) =>
    Object.entries(stored).filter((entry) => fits(entry) === expected),
  ) as [[string, VariableValue][], [string, VariableValue][]];
  return {
    fitting: Object.fromEntries(fitting),
    discarded: unfit.map(([id, value]) => unfitVariable(definitions.get(id), id, value)),
  };
};

/** Keeps what is remembered of the automations that still start with the service. */
const fitAutomations = ({ automations }: StudioLayout, stored: RuntimeState['automations']) => {
  const starting = new Set(automations.filter(({ autostart }) => autostart).map(({ id }) => id));
  return Object.fromEntries(Object.entries(stored).filter(([id]) => starting.has(id)));
};

const fitRuns = (records: readonly { readonly id: string }[], stored: RememberedRuns): RememberedRuns => {
  const ids = new Set(records.map(({ id }) => id));
  return Object.fromEntries(Object.entries(stored).filter(([id]) => ids.has(id)));
};

/** Keeps the last runs of what the layout still has. */
const fitLastRuns = (layout: StudioLayout, { macros, automations }: LastRuns): LastRuns => ({
  macros: fitRuns(layout.macros, macros),
  automations: fitRuns(layout.automations, automations),
});

/** Keeps what is set of the outputs that still have two players. */
const fitLeads = ({ outputs }: StudioLayout, stored: RuntimeState['leads']) => {
  const paired = new Set(outputs.filter(({ backup }) => backup !== undefined).map(({ id }) => id));
  return Object.fromEntries(Object.entries(stored).filter(([id]) => paired.has(id)));
};

/** Keeps the playlists whose scene and clips the layout still has. */
const fitPlaylists = ({ outputs, banks }: StudioLayout, stored: RuntimeState['playlists']): RuntimeState['playlists'] =>
  stored
    .filter(({ output, scene }) => outputs.some(({ id, scenes }) => id === output && scenes.includes(scene)))
    .flatMap((playlist) => fitPlaylist(banks, playlist) ?? []);

/** Adapts a stored runtime state to a layout that may have changed since. Values that don't fit are reset to the layout's. */
export const fitRuntimeState = (layout: StudioLayout, stored: RuntimeState): FittedRuntimeState => {
  const initial = initialRuntimeState(layout);
  const hasHolder = stored.holder === null || layout.stations.some(({ id }) => id === stored.holder);
  const hasBank = layout.banks.some(({ key }) => key === stored.activeBank);
  const variables = fitVariables(layout, stored.variables);
  return {
    state: {
      status: stored.status,
      holder: hasHolder ? stored.holder : initial.holder,
      activeBank: hasBank ? stored.activeBank : initial.activeBank,
      variables: { ...initial.variables, ...variables.fitting },
      automations: fitAutomations(layout, stored.automations),
      lastRuns: fitLastRuns(layout, stored.lastRuns),
      leads: fitLeads(layout, stored.leads),
      playlists: fitPlaylists(layout, stored.playlists),
    },
    discarded: [
      ...(hasHolder ? [] : [`the holder "${stored.holder}"`]),
      ...(hasBank ? [] : [`the active bank "${stored.activeBank}"`]),
      ...variables.discarded,
    ],
  };
};

/** Returns the changed state, or why it doesn't change. */
export type StateChange = (state: RuntimeState) => E.Either<Failure, RuntimeState>;

/** Lets a station take the studio; `conflict` while another station holds it (STATION-10). */
export const takeStudio =
  (station: string): StateChange =>
  (state) =>
    state.holder === null || state.holder === station
      ? E.right({ ...state, holder: station })
      : E.left(failure('conflict', `the station "${state.holder}" holds the studio`));

/** Releases the studio. */
export const releaseStudio: StateChange = (state) => E.right({ ...state, holder: null });

/** Takes the studio on or off air. */
export const setStatus =
  (status: StudioStatus): StateChange =>
  (state) =>
    E.right({ ...state, status });

/** Makes a bank the active one. */
export const activateBank =
  (key: string): StateChange =>
  (state) =>
    E.right({ ...state, activeBank: key });

/** Lets a player of an output lead. */
export const setLead =
  (output: string, player: OutputPlayer): StateChange =>
  (state) =>
    E.right({ ...state, leads: { ...state.leads, [output]: player } });

/** Returns which player of an output leads. */
export const leadOf = ({ leads }: Pick<RuntimeState, 'leads'>, output: string): OutputPlayer => leads[output] ?? 'main';

/** Sets a variable. */
export const setVariable =
  (id: string, value: VariableValue): StateChange =>
  (state) =>
    E.right({ ...state, variables: { ...state.variables, [id]: value } });

/** Remembers a playlist, in place of the one of its scene. */
export const rememberPlaylist =
  (playlist: RunningPlaylist): StateChange =>
  (state) =>
    E.right({ ...state, playlists: [...state.playlists.filter((one) => !runsIn(playlist)(one)), playlist] });

/** Ends the playlist of a scene, if one runs there. */
export const endPlaylist =
  (output: string, scene: string): StateChange =>
  (state) =>
    E.right({ ...state, playlists: state.playlists.filter((one) => !runsIn({ output, scene })(one)) });
