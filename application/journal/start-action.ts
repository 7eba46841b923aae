// Starts actions: each is journalled before it is sent, and one that was under way at a crash isn't sent again.
import * as E from 'fp-ts/lib/Either.js';
import type { ActionHead } from '../../domain/action.js';
import { redactTokens } from '../../domain/access/redaction.js';
import type { Failure } from '../../domain/failure.js';
import type { DeviceCommand, JournalEntry } from '../../domain/journal-entry.js';
import type { AsRun, CommandSource } from '../as-run/as-run.js';
import { recordCommands } from '../as-run/recorded-commands.js';
import type { CheckedCall, OperationOutcome, PreparedCall } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { StudioState } from '../state/studio-state.js';
import type { ActionJournal } from './action-journal.js';
import type { EffectPorts } from './effects.js';
import { effectOf } from './interrupted-effect.js';
import type { InterruptedCalls } from './interrupted-calls.js';
import { interceptCommands } from './intercepted-commands.js';
import { plannedCommands } from './planned-commands.js';

/** An action to start. */
export interface ActionToStart<Ports> {
  readonly head: ActionHead;
  readonly checked: CheckedCall<Ports>;
  /** Checks the call again, because access may be withdrawn while the entry is stored. */
  readonly recheck: () => E.Either<Failure, CheckedCall<Ports>>;
}

/** Starts an action. */
export type StartAction<Ports> = (action: ActionToStart<Ports>) => Promise<E.Either<Failure, OperationOutcome>>;

/** What starting actions uses. */
export interface StartActionDeps {
  readonly clock: Clock;
  readonly journal: ActionJournal;
  readonly interrupted: InterruptedCalls;
  readonly asRun: AsRun;
}

type ActionPorts = EffectPorts & { readonly studio: StudioState };

const senderOf = ({ head: { id, caller } }: ActionToStart<never>, station: string | null): CommandSource => ({
  caller,
  startedBy: null,
  action: id,
  station,
});

/** Returns the key as it is stored: without tokens, because a caller may send one by mistake. */
const keyOf = ({ key }: Pick<PreparedCall<never>, 'key'>): Pick<JournalEntry, 'key'> =>
  key === undefined ? {} : { key: redactTokens(key.key) };

const entryOf = (
  { head: { id, operation, caller }, checked: { prepared, context } }: ActionToStart<never>,
  commands: readonly DeviceCommand[],
  startedAtMs: number,
): JournalEntry => ({
  id,
  operation,
  caller,
  owner: context.identity,
  startedAtMs,
  timeoutMs: prepared.timeoutMs ?? 0,
  commands,
  ...keyOf(prepared),
});

/** Returns the function that starts actions over the ports that they use. */
export const startAction = <Ports extends ActionPorts>(
  ports: Ports,
  { clock, journal, interrupted, asRun }: StartActionDeps,
): StartAction<Ports> => {
  /** Returns the interrupted call that a call repeats. */
  const repeated = ({
    head,
    checked: { prepared, context },
  }: ActionToStart<Ports>): E.Either<Failure, JournalEntry | undefined> => {
    if (interrupted.unexpired().length === 0) return E.right(undefined);
    const commands = plannedCommands(ports, prepared, { ...context, isRepetition: true });
    // A call that isn't possible is refused for its own reason.
    if (E.isLeft(commands)) return E.right(undefined);
    const { operation } = head;
    return interrupted.find({ operation, owner: context.identity, commands: commands.right, ...keyOf(prepared) });
  };

  return async (action) => {
    const { prepared, context } = action.checked;
    const found = repeated(action);
    if (E.isLeft(found)) return found;
    const interruptedCall = found.right;
    if (interruptedCall !== undefined) {
      const answering = interceptCommands(ports, () => effectOf(ports, interruptedCall));
      return prepared.run(answering, { ...context, isRepetition: true });
    }
    const commands = plannedCommands(ports, prepared, context);
    if (E.isLeft(commands)) return commands;
    // What the service changes itself is stored before it is acknowledged, and a repetition has the same result.
    if (commands.right.length === 0) return prepared.run(ports, context);
    await journal.begin(entryOf(action, commands.right, clock.now()));
    const rechecked = action.recheck();
    if (E.isLeft(rechecked)) return rechecked;
    interrupted.overtake(commands.right);
    const { prepared: run, context: now } = rechecked.right;
    return run.run(recordCommands(ports, asRun, senderOf(action, now.station)), now);
  };
};
