// The studio's present: what of it changes at a caller's word and is remembered by the service itself.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { failure, type Failure } from '../failure.js';
import type { StudioLayout } from './layout.js';
import { StudioStatus } from './studio.js';
import { VariableDefinition, VariableValue } from './variable.js';

/** On air or not, who holds the studio, the active bank, and the variables' values by id. */
export const RuntimeState = t.readonly(
  t.type({
    status: StudioStatus,
    /** The id of the station that holds the studio, null when none does. */
    holder: t.union([t.string, t.null]),
    /** The key of the active clip bank. */
    activeBank: t.string,
    variables: t.readonly(t.record(t.string, VariableValue)),
  }),
);
export type RuntimeState = t.TypeOf<typeof RuntimeState>;

/** The present as a layout has it at first. */
export const initialRuntimeState = ({ status, holder, activeBank, variables }: StudioLayout): RuntimeState => ({
  status,
  holder,
  activeBank,
  variables: Object.fromEntries(variables.map(({ id, value }) => [id, value])),
});

/** Whether two presents tell the same. */
export const isSameRuntimeState = (one: RuntimeState, other: RuntimeState): boolean => {
  const ids = Object.keys(one.variables);
  return (
    one.status === other.status &&
    one.holder === other.holder &&
    one.activeBank === other.activeBank &&
    ids.length === Object.keys(other.variables).length &&
    ids.every((id) => one.variables[id] === other.variables[id])
  );
};

/** A present that was kept, brought into a layout, and what of it fits there no more. */
export interface FittedRuntimeState {
  readonly present: RuntimeState;
  /** Named as people read it, as in `the active bank "news"`. */
  readonly unfit: readonly string[];
}

const fitVariables = ({ variables }: StudioLayout, kept: RuntimeState['variables']) => {
  const known = new Map(variables.map((definition) => [definition.id, definition]));
  const fits = ([id, value]: readonly [string, VariableValue]): boolean =>
    VariableDefinition.is({ ...known.get(id), value });
  const [fitting, unfit] = [true, false].map((wanted) =>
    Object.entries(kept).filter((entry) => fits(entry) === wanted),
  ) as [[string, VariableValue][], [string, VariableValue][]];
  return { fitting: Object.fromEntries(fitting), unfit: unfit.map(([id]) => `the variable "${id}"`) };
};

/** Brings a present that was kept into a layout that may have changed since; what no longer fits is as the layout has it. */
export const fitRuntimeState = (layout: StudioLayout, kept: RuntimeState): FittedRuntimeState => {
  const first = initialRuntimeState(layout);
  const knowsHolder = kept.holder === null || layout.stations.some(({ id }) => id === kept.holder);
  const knowsBank = layout.banks.some(({ key }) => key === kept.activeBank);
  const variables = fitVariables(layout, kept.variables);
  return {
    present: {
      status: kept.status,
      holder: knowsHolder ? kept.holder : first.holder,
      activeBank: knowsBank ? kept.activeBank : first.activeBank,
      variables: { ...first.variables, ...variables.fitting },
    },
    unfit: [
      ...(knowsHolder ? [] : [`the holder "${kept.holder}"`]),
      ...(knowsBank ? [] : [`the active bank "${kept.activeBank}"`]),
      ...variables.unfit,
    ],
  };
};

/** A station takes the studio; `conflict` while another holds it. */
export const takeStudio =
  (station: string) =>
  (present: RuntimeState): E.Either<Failure, RuntimeState> =>
    present.holder === null || present.holder === station
      ? E.right({ ...present, holder: station })
      : E.left(failure('conflict', `the station "${present.holder}" holds the studio`));

/** Whoever holds the studio lets it go. */
export const releaseStudio = (present: RuntimeState): RuntimeState => ({ ...present, holder: null });
