// Performs one step of a macro or automation, as a caller's action would.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, switchedOff, type Failure } from '../../domain/failure.js';
import type { Feature } from '../../domain/feature.js';
import { activateBank, setStatus, setVariable, type StateChange } from '../../domain/studio/runtime-state.js';
import { defaultPulseMs } from '../../domain/studio/signal.js';
import { stationOf } from '../../domain/studio/station.js';
import { featureOfStep, foldStep, isStationScoped, type Step, type StepContent } from '../../domain/studio/step.js';
import { variableValueFrom } from '../../domain/studio/variable.js';
import type { CommandSource } from '../../domain/as-run.js';
import { timedOut, type Acknowledgements } from '../commands/acknowledgement.js';
import type { DecidedAction, SendCommand } from '../ports/decided-commands.js';
import {
  decideOnScene,
  decideOnSignal,
  decideRecall,
  decideStart,
  decideStop,
  needsCuedClip,
  type Decided,
} from '../commands/decisions.js';
import { decideOther, decidePlaylist, decidePlaylistEnd } from '../commands/playlist-decisions.js';
import type { Clock } from '../ports/clock.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Players } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';

export interface StepPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Pick<Players, 'state'>;
  readonly send: SendCommand<DecidedAction>;
  readonly acknowledgements: Acknowledgements;
  /** Whether Control of a feature is switched on now. */
  readonly isControlOn: (feature: Feature) => boolean;
}

/** Returns whether Control of features is switched on. */
export const controlSwitches =
  (access: CurrentAccess): StepPorts['isControlOn'] =>
  (feature) =>
    access.current().configuration.features[feature].control;

/** Timeout of a step's acknowledgement, in milliseconds. */
const stepTimeoutMs = 2_000;

/** What steps are decided from. */
export interface StepDecisionPorts {
  readonly studio: Pick<StudioState, 'layout' | 'records' | 'runtime'>;
  readonly players: Pick<Players, 'state'>;
}

/** What a step does: a command, a change of the studio's own state, or undefined for a step that needs neither. */
type StepDecision = E.Either<Failure, DecidedAction | { readonly change: StateChange }> | undefined;

const commandOf = <Definition>(decided: E.Either<Failure, Decided<Definition>>): StepDecision =>
  pipe(
    decided,
    E.map(({ command }) => command),
  );

const changing = (change: StateChange): StepDecision => E.right({ change });

/** Sets a variable by its id. */
const changeVariable = ({ studio }: StepDecisionPorts, { variable, value }: StepContent<'set'>): StepDecision =>
  pipe(
    studio.layout.variables.find(({ id }) => id === variable),
    E.fromNullable(failure('not_found', `there is no variable "${variable}"`)),
    E.chain(({ type }) => variableValueFrom(type, value)),
    E.map((read) => ({ change: setVariable(variable, read) })),
  );

/** Returns what decides steps: as a caller's action is decided. */
export const stepDecisions = (ports: StepDecisionPorts): ((step: Step) => StepDecision) =>
  foldStep<StepDecision>({
    play: (step) => commandOf(decideStart('play', ports, step)),
    cue: (step) => commandOf(decideStart('cue', ports, step)),
    take: (step) => commandOf(decideOnScene(ports, step, needsCuedClip, (place) => ({ do: 'take', ...place }))),
    stop: (step) => commandOf(decideStop(ports, step)),
    playlist: (step) => commandOf(decidePlaylist(ports, step)),
    next: (step) => commandOf(decideOther('next', ports, step)),
    previous: (step) => commandOf(decideOther('previous', ports, step)),
    endPlaylist: (step) => decidePlaylistEnd(ports, step),
    recall: (step) => commandOf(decideRecall(ports, step)),
    switch: ({ signal, on }) => commandOf(decideOnSignal(ports, signal, (id) => ({ do: 'switch', signal: id, on }))),
    pulse: ({ signal, ms = defaultPulseMs }) =>
      commandOf(decideOnSignal(ports, signal, (id) => ({ do: 'pulse', signal: id, ms }))),
    set: (step) => changeVariable(ports, step),
    activate: ({ bank }) =>
      pipe(
        ports.studio.records.banks.find(bank),
        E.map(({ key }) => ({ change: activateBank(key) })),
      ),
    studio: (status) => changing(setStatus(status)),
    run: () => undefined,
    waitMs: () => undefined,
  });

const permitted: E.Either<Failure, void> = E.right(undefined);

/**
 * Checks a step before it is performed: `feature_disabled` while Control of its feature is off, `station_mismatch` while
 * another station holds the studio than the pinned one of the device that runs it; null for no pin (MACRO-9, MACRO-10).
 */
export const checkStep = (
  { studio, isControlOn }: Pick<StepDecisionPorts, 'studio'> & Pick<StepPorts, 'isControlOn'>,
  step: Step,
  pin: string | null,
): E.Either<Failure, void> => {
  const feature = featureOfStep(step);
  if (feature !== null && !isControlOn(feature)) return E.left(switchedOff(feature, 'control'));
  if (pin === null || !isStationScoped(step)) return permitted;
  const { holder } = studio.runtime();
  return pipe(
    stationOf(studio.records.stations, { holder, requested: undefined, pin }),
    E.map(() => undefined),
  );
};

/**
 * Returns what performs steps on behalf of a source: it sends the command of a step, and returns its acknowledgement, or why it
 * was not sent. A step without a command succeeds.
 */
export const performStep = (
  ports: StepPorts,
  source: CommandSource,
): ((step: Step) => E.Either<Failure, Promise<CommandResult>>) => {
  const decide = stepDecisions(ports);
  const perform = (decision: DecidedAction | { readonly change: StateChange }): SendResult =>
    'change' in decision ? ports.studio.change(decision.change) : ports.send(decision, source);
  return (step) => {
    const decision = decide(step);
    const commands = decision && E.isRight(decision) && !('change' in decision.right) ? [decision.right] : [];
    return pipe(
      decision === undefined ? acknowledgedAtOnce : pipe(decision, E.chain(perform)),
      E.map(({ confirmed, failureAtTimeout }) =>
        ports.acknowledgements.within(
          confirmed,
          stepTimeoutMs,
          () => failureAtTimeout?.() ?? timedOut(stepTimeoutMs, commands),
        ),
      ),
    );
  };
};
