// The as-run log: what was sent to the studio's devices, by whom, and what became of it.
import * as t from 'io-ts';
import { oneOf, orNull } from './codec/codec.js';

/** The value of a parameter of a command. */
export const AsRunParameter = t.union([t.string, t.number, t.boolean, t.null, t.readonlyArray(t.string)]);
export type AsRunParameter = t.TypeOf<typeof AsRunParameter>;

const sentFields = {
  id: t.string,
  /** The day in the studio's time zone, such as `2026-01-31`. */
  day: t.string,
  /** ISO 8601, UTC, as all times here. */
  sentAt: t.string,
  /** As in the request log, or what sent it by itself: `macro:<id>`, `automation:<id>`, `pulse:<id>`, `graphic:<id>`. */
  caller: orNull(t.string, 'Who sent it'),
  /** Who ran the macro that sent it. */
  startedBy: orNull(t.string, 'Who ran the macro'),
  operation: t.string,
  /** The station that it was sent for. */
  station: orNull(t.string, 'The station'),
  parameters: t.readonly(t.record(t.string, AsRunParameter)),
  /** The id of the action; null for what no call sent. */
  action: orNull(t.string, 'The action'),
};

/** A command that was sent to a device. */
export const AsRunSent = t.readonly(t.type({ type: t.literal('sent'), ...sentFields }));
export type AsRunSent = t.TypeOf<typeof AsRunSent>;

/** Who sends a command, and for which station. */
export type CommandSource = Pick<AsRunSent, 'caller' | 'startedBy' | 'action' | 'station'>;

/** The end of a command, or that the device has not confirmed it in time. */
export const AsRunEnded = t.readonly(
  t.type({
    type: t.literal('ended'),
    /** That of the command. */
    id: t.string,
    endedAt: t.string,
    durationMs: t.number,
    outcome: oneOf('confirmed', 'failed', 'timed_out'),
    /** The error code. */
    error: t.union([t.string, t.null]),
  }),
);
export type AsRunEnded = t.TypeOf<typeof AsRunEnded>;

/** Lines that could not be stored. */
const AsRunLost = t.readonly(t.type({ type: t.literal('lost'), time: t.string, count: t.number }));
export type AsRunLost = t.TypeOf<typeof AsRunLost>;

/** One line of the files. A command and its end are lines of their own, so that a crash in between leaves the command. */
export const AsRunLine = t.union([AsRunSent, AsRunEnded, AsRunLost]);
export type AsRunLine = t.TypeOf<typeof AsRunLine>;

/** A command with what became of it: `unknown` if no end was stored, as after a crash. */
export interface AsRunEntry
  extends Omit<AsRunSent, 'type'>, Omit<AsRunEnded, 'type' | 'outcome' | 'endedAt' | 'durationMs'> {
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly outcome: AsRunEnded['outcome'] | 'unknown';
}

/** Returns a command with its end. */
export const asRunEntry = (sent: AsRunSent, ended: AsRunEnded | undefined): AsRunEntry => {
  const { id, day, sentAt, caller, startedBy, operation, station, parameters, action } = sent;
  const { endedAt = null, durationMs = null, outcome = 'unknown', error = null } = ended ?? {};
  return {
    id,
    day,
    sentAt,
    endedAt,
    durationMs,
    outcome,
    error,
    caller,
    startedBy,
    operation,
    station,
    parameters,
    action,
  };
};
