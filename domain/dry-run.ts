// Dry runs: what an action would do now, as callers read it (DRY-1).
import * as t from 'io-ts';
import { AsRunParameter } from './as-run.js';
import { described, oneOf, orNull } from './codec/codec.js';
import { AutomationState } from './studio/automation.js';
import { MacroState } from './studio/macro.js';
import { OutputPlayer } from './studio/output-player.js';
import { StudioStatus } from './studio/studio.js';
import { VariableValue } from './studio/variable.js';

/** A command that an action would send, or what a step of a macro or automation would do. */
export const PlannedCommand = described(
  t.readonly(
    t.type(
      {
        operation: orNull(t.string, 'The operation that sends the same; null for a step that the caller may not read'),
        parameters: described(t.readonly(t.record(t.string, AsRunParameter)), {
          description: 'As in the as-run log, such as the ids of output and scene',
        }),
        macro: orNull(t.string, 'The id of the macro whose step it is'),
        automation: orNull(t.string, 'The id of the automation whose step it is'),
        step: orNull(t.number, 'The number of the step, from 1'),
        depends: described(t.boolean, {
          description: 'Whether what the step does follows from what the studio shows when it begins',
        }),
        error: orNull(t.string, 'The error code of a step that would fail now'),
        message: orNull(t.string, 'Why the step would fail now'),
      },
      'PlannedCommand',
    ),
  ),
  {
    description: 'A command that an action would send, or what a step of a macro or automation would do',
    examples: [
      {
        operation: 'clip.play',
        parameters: { output: 'out-1', scene: 'full', bank: 'news', clip: 'weather' },
        macro: null,
        automation: null,
        step: null,
        depends: false,
        error: null,
        message: null,
      },
    ],
  },
);
export type PlannedCommand = t.TypeOf<typeof PlannedCommand>;

/** What an action would change of the studio's own state. */
export const PlannedChanges = described(
  t.readonly(
    t.partial(
      {
        studio: described(StudioStatus, { description: 'The on-air status' }),
        station: orNull(t.string, 'The id of the station that holds the studio; null for none'),
        activeBank: described(t.string, { description: 'The key of the active bank' }),
        playlists: described(t.readonlyArray(t.readonly(t.type({ output: t.string, scene: t.string }))), {
          description: 'The scenes whose playlists would end',
        }),
        variables: described(t.readonly(t.record(t.string, VariableValue)), {
          description: 'Values of variables, by id',
        }),
        leads: described(t.readonly(t.record(t.string, OutputPlayer)), {
          description: 'Which player leads, by the ids of outputs',
        }),
        macros: described(t.readonly(t.record(t.string, MacroState)), { description: 'States of macros, by id' }),
        automations: described(t.readonly(t.record(t.string, AutomationState)), {
          description: 'States of automations, by id',
        }),
      },
      'PlannedChanges',
    ),
  ),
  { description: 'What would change of the studio’s own state, as it would be then; nothing if it is so already' },
);
export type PlannedChanges = t.TypeOf<typeof PlannedChanges>;

/** A device that a command would go to. */
export const UnavailableDevice = described(
  t.readonly(t.type({ kind: oneOf('output', 'signal', 'camera'), id: t.string }, 'UnavailableDevice')),
  {
    description: 'A device that a command would go to, and that is not connected',
    examples: [{ kind: 'output', id: 'out-1' }],
  },
);
export type UnavailableDevice = t.TypeOf<typeof UnavailableDevice>;

/** The fields of the answer to a dry run. */
export const dryRunFields = {
  dry: described(t.literal(true), { description: 'Nothing was sent or changed' }),
  operation: t.string,
  commands: t.readonlyArray(PlannedCommand),
  changes: PlannedChanges,
  unavailable: t.readonlyArray(UnavailableDevice),
};

/** The answer to a dry run. */
export type DryRun = { readonly [Field in keyof typeof dryRunFields]: t.TypeOf<(typeof dryRunFields)[Field]> };
