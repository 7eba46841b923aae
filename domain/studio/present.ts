// The studio's present: what of it changes at a caller's word and is remembered by the service itself.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { failure, type Failure } from '../failure.js';
import type { StudioLayout } from './layout.js';
import { StudioStatus } from './studio.js';
import { VariableValue } from './variable.js';

/** On air or not, who holds the studio, the active bank, and the variables' values by id. */
export const StudioPresent = t.readonly(
  t.type({
    status: StudioStatus,
    /** The id of the station that holds the studio, null when none does. */
    holder: t.union([t.string, t.null]),
    /** The key of the active clip bank. */
    activeBank: t.string,
    variables: t.readonly(t.record(t.string, VariableValue)),
  }),
);
export type StudioPresent = t.TypeOf<typeof StudioPresent>;

/** The present as a layout has it at first. */
export const firstPresent = ({ status, holder, activeBank, variables }: StudioLayout): StudioPresent => ({
  status,
  holder,
  activeBank,
  variables: Object.fromEntries(variables.map(({ id, value }) => [id, value])),
});

/** A station takes the studio; `conflict` while another holds it. */
export const takeStudio =
  (station: string) =>
  (present: StudioPresent): E.Either<Failure, StudioPresent> =>
    present.holder === null || present.holder === station
      ? E.right({ ...present, holder: station })
      : E.left(failure('conflict', `the station "${present.holder}" holds the studio`));

/** Whoever holds the studio lets it go. */
export const releaseStudio = (present: StudioPresent): StudioPresent => ({ ...present, holder: null });
