// Starts actions: each is journalled before it is sent, and one that was under way at a crash isn't sent again.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ActionHead } from '../../domain/action.js';
import { redactTokens } from '../../domain/access/redaction.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { JournalEntry } from '../../domain/journal-entry.js';
import { areSameCommands, type Command } from '../../domain/studio/command.js';
import { withExpected, type ShownStudio } from '../../domain/studio/command-effect.js';
import type {
  ActionDecision,
  ActionEnd,
  CheckedCall,
  DecidedCommands,
  PreparedCall,
  StartedCommand,
} from '../api/operation.js';
import type { CommandSource } from '../../domain/as-run.js';
import { timedOut } from '../commands/acknowledgement.js';
import { combinedCommands } from '../commands/combined-commands.js';
import type { SendCommand } from '../ports/decided-commands.js';
import type { Clock } from '../ports/clock.js';
import { acknowledgedAtOnce, type SendResult } from '../ports/commands.js';
import type { StudioState } from '../state/studio-state.js';
import type { Journal } from './journal.js';
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

export interface StartActionDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly interrupted: InterruptedCalls;
  readonly shown: ShownStudio;
  readonly send: SendCommand;
}

type ActionPorts = EffectPorts & { readonly studio: Pick<StudioState, 'change' | 'runtime'> };

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

const studioChanged = failure(
  'conflict',
  'the studio has changed while the action was stored, before it was sent: it would do something else now; nothing was sent',
);

/** Decides what a call does; its operation is an action. Sends and changes nothing. */
export const decide = <Ports>(
  { prepared, context }: CheckedCall<Ports>,
  ports: Ports,
): E.Either<Failure, ActionDecision> => {
  const outcome = prepared.run(ports, context);
  if (E.isLeft(outcome)) return outcome;
  if (!('wait' in outcome.right)) throw new Error('expected an action to decide commands or a change');
  return E.right(outcome.right);
};

/** Returns what to wait for. `action`: the id of an action that has sent commands. */
const started = (
  { until, timeoutMs, wait, result, ...decided }: ActionDecision,
  sending: SendResult,
  action?: string,
): E.Either<Failure, StartedCommand> =>
  pipe(
    sending,
    E.map(({ failureAtTimeout, ...sent }) => ({
      acknowledged: sent[until],
      failureAtTimeout: () =>
        failureAtTimeout?.() ?? timedOut(timeoutMs, 'commands' in decided ? decided.commands : [], action),
      timeoutMs,
      wait,
      result,
    })),
  );

/** An interrupted call that another one repeats, and what that is decided to do. */
interface RepeatedCall {
  readonly decision: ActionDecision;
  readonly entry: JournalEntry;
}

/**
 * Returns the interrupted call that a call repeats; undefined for another call. Fails for a call that may not repeat it (CRASH-5,
 * CRASH-6).
 */
export const repeatedCall = <Ports extends Pick<ActionPorts, 'studio'>>(
  ports: Ports,
  interrupted: Pick<InterruptedCalls, 'unexpired' | 'find'>,
  operation: string,
  { prepared, context }: CheckedCall<Ports>,
): E.Either<Failure, RepeatedCall | undefined> => {
  if (interrupted.unexpired().length === 0) return E.right(undefined);
  const decided = decide({ prepared, context: { ...context, isRepetition: true } }, ports);
  // A call that isn't possible is refused for its own reason.
  if (E.isLeft(decided)) return E.right(undefined);
  const decision = decided.right;
  if ('change' in decision && E.isLeft(decision.change(ports.studio.runtime()))) return E.right(undefined);
  const commands = 'commands' in decision ? decision.commands : [];
  return pipe(
    interrupted.find({ operation, owner: context.identity, commands, ...keyOf(prepared) }),
    E.map((entry) => entry && { decision, entry }),
  );
};

/** Returns what answers a call that repeats an interrupted one; undefined for another call. */
const repetitions =
  <Ports extends ActionPorts>(ports: Ports, { interrupted, shown }: StartActionDeps) =>
  ({ head, checked }: ActionToStart<Ports>): E.Either<Failure, StartedCommand> | undefined => {
    const repeated = repeatedCall(ports, interrupted, head.operation, checked);
    if (E.isLeft(repeated)) return repeated;
    const { right: call } = repeated;
    return call && started(call.decision, effectOf(ports, shown, call.entry));
  };

/** Decides again what was stored: what is sent then is what was stored, and the state and access of then allow it. */
const decideAgain = <Ports>(
  action: ActionToStart<Ports>,
  ports: Ports,
  stored: readonly Command[],
): E.Either<Failure, { readonly decision: ActionEnd & DecidedCommands; readonly source: CommandSource }> =>
  pipe(
    action.recheck(),
    E.bindTo('checked'),
    E.bind('decision', ({ checked }) => decide(checked, ports)),
    E.chain(({ checked, decision }) =>
      'commands' in decision && areSameCommands(decision.commands, stored)
        ? E.right({ decision, source: senderOf(action, checked.context.station) })
        : E.left(studioChanged),
    ),
  );

/** Returns the function that starts actions over the ports that they use. */
export const startAction = <Ports extends ActionPorts>(ports: Ports, deps: StartActionDeps): StartAction<Ports> => {
  const { clock, journal, interrupted, shown, send } = deps;
  const answerRepetition = repetitions(ports, deps);

  return async (action) => {
    const repetition = answerRepetition(action);
    if (repetition !== undefined) return repetition;
    const decided = decide(action.checked, ports);
    if (E.isLeft(decided)) return decided;
    const decision = decided.right;
    // What the service changes itself is stored before it is acknowledged, and a repetition has the same result.
    if ('change' in decision) return started(decision, ports.studio.change(decision.change));
    const commands = decision.commands.map((command) => withExpected(command, shown));
    await journal.begin(entryOf(action, commands, clock.now()));
    const again = decideAgain(action, ports, commands);
    if (E.isLeft(again)) return again;
    interrupted.overtake(commands);
    const { decision: sent, source } = again.right;
    return started(
      sent,
      combinedCommands(
        sent.commands.map((command) => send(command, source)),
        acknowledgedAtOnce,
      ),
      action.head.id,
    );
  };
};
