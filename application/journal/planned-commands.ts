// Finds out which commands a call would send, without sending them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../../domain/failure.js';
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { CallContext, PreparedCall } from '../api/operation.js';
import { acknowledgedAtOnce } from '../ports/commands.js';
import type { StudioState } from '../state/studio-state.js';
import type { EffectPorts } from './effects.js';
import { withExpected } from './expected-effects.js';
import { interceptCommands } from './intercepted-commands.js';

/** Returns the studio, whose state doesn't change. */
const unchanged = (studio: StudioState): StudioState => ({
  get layout() {
    return studio.layout;
  },
  get records() {
    return studio.records;
  },
  watchLayout: studio.watchLayout,
  runtime: studio.runtime,
  watch: studio.watch,
  change: (decide) =>
    pipe(
      decide(studio.runtime()),
      E.chain(() => acknowledgedAtOnce),
    ),
});

/** Returns the commands that a call would send, or why it sends none. Changes nothing. */
export const plannedCommands = <Ports extends EffectPorts & { readonly studio: StudioState }>(
  ports: Ports,
  call: PreparedCall<Ports>,
  context: CallContext,
): E.Either<Failure, readonly DeviceCommand[]> => {
  const commands: DeviceCommand[] = [];
  const planning = interceptCommands({ ...ports, studio: unchanged(ports.studio) }, (command) => {
    commands.push(withExpected(ports, command));
    return acknowledgedAtOnce;
  });
  return pipe(
    call.run(planning, context),
    E.map(() => commands),
  );
};
