// Starts actions: each is journalled before it is sent, and one that was under way at a crash isn't sent again.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ActionHead } from '../../domain/action.js';
import { redactTokens } from '../../domain/access/redaction.js';
import type { Failure } from '../../domain/failure.js';
import type { JournalEntry } from '../../domain/journal-entry.js';
import type { Command } from '../../domain/studio/command.js';
import { withExpected, type ShownStudio } from '../../domain/studio/command-effect.js';
import type { ActionDecision, CheckedCall, PreparedCall, StartedCommand } from '../api/operation.js';
import type { CommandSource } from '../as-run/as-run.js';
import { combinedCommands } from '../commands/combined-commands.js';
import type { SendAs } from '../commands/command-sender.js';
import type { Clock } from '../ports/clock.js';
import { acknowledgedAtOnce, type SendResult } from '../ports/commands.js';
import type { StudioState } from '../state/studio-state.js';
import type { ActionJournal } from './action-journal.js';
import { effectOf, type EffectPorts } from './interrupted-effect.js';
import type { InterruptedCalls } from './interrupted-calls.js';

/** An action to start. */
export interface ActionToStart<Ports> {
  readonly head: ActionHead;
  readonly checked: CheckedCall<Ports>;
  /** Checks the call again, because access may be withdrawn while the entry is stored. */
  readonly recheck: () => E.Either<Failure, CheckedCall<Ports>>;
}

/** Starts an action. */
export type StartAction<Ports> = (action: ActionToStart<Ports>) => Promise<E.Either<Failure, StartedCommand>>;

/** What starting actions uses. */
export interface StartActionDeps {
  readonly clock: Clock;
  readonly journal: ActionJournal;
  readonly interrupted: InterruptedCalls;
  readonly shown: ShownStudio;
  readonly send: SendAs;
}

type ActionPorts = EffectPorts & { readonly studio: Pick<StudioState, 'change'> };

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
  commands: readonly Command[],
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

/** Decides what a call does; its operation is an action. */
const decide = <Ports>({ prepared, context }: CheckedCall<Ports>, ports: Ports): E.Either<Failure, ActionDecision> => {
  const outcome = prepared.run(ports, context);
  if (E.isLeft(outcome)) return outcome;
  if (!('wait' in outcome.right)) throw new Error('expected an action to decide commands or a change');
  return E.right(outcome.right);
};

/** Returns what to wait for. */
const started = (
  { until, timeoutMs, wait, result }: ActionDecision,
  sending: SendResult,
): E.Either<Failure, StartedCommand> =>
  pipe(
    sending,
    E.map(({ failureAtTimeout, ...sent }) => ({
      acknowledged: sent[until],
      ...(failureAtTimeout && { failureAtTimeout }),
      timeoutMs,
      wait,
      result,
    })),
  );

/** Returns the function that starts actions over the ports that they use. */
export const startAction = <Ports extends ActionPorts>(
  ports: Ports,
  { clock, journal, interrupted, shown, send }: StartActionDeps,
): StartAction<Ports> => {
  /** Returns the answer to a call that repeats an interrupted one; undefined for another call. */
  const answerRepetition = ({
    head: { operation },
    checked: { prepared, context },
  }: ActionToStart<Ports>): E.Either<Failure, StartedCommand> | undefined => {
    if (interrupted.unexpired().length === 0) return undefined;
    const decision = decide({ prepared, context: { ...context, isRepetition: true } }, ports);
    // A call that isn't possible is refused for its own reason.
    if (E.isLeft(decision)) return undefined;
    const commands = 'commands' in decision.right ? decision.right.commands : [];
    const found = interrupted.find({ operation, owner: context.identity, commands, ...keyOf(prepared) });
    if (E.isLeft(found)) return found;
    return found.right && started(decision.right, effectOf(ports, shown, found.right));
  };

  return async (action) => {
    const repetition = answerRepetition(action);
    if (repetition !== undefined) return repetition;
    const decision = decide(action.checked, ports);
    if (E.isLeft(decision)) return decision;
    // What the service changes itself is stored before it is acknowledged, and a repetition has the same result.
    if ('change' in decision.right) return started(decision.right, ports.studio.change(decision.right.change));
    const { commands } = decision.right;
    const expected = commands.map((command) => withExpected(command, shown));
    await journal.begin(entryOf(action, expected, clock.now()));
    const rechecked = action.recheck();
    if (E.isLeft(rechecked)) return rechecked;
    interrupted.overtake(expected);
    const source = senderOf(action, rechecked.right.context.station);
    return started(
      decision.right,
      combinedCommands(
        commands.map((command) => send(command, source)),
        acknowledgedAtOnce,
      ),
    );
  };
};
