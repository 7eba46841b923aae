// Performs one step of a macro or automation, as a caller's action would.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import { featureNames, type Feature } from '../../domain/feature.js';
import { findAngle } from '../../domain/studio/camera.js';
import { findScene } from '../../domain/studio/output.js';
import type { RuntimeState } from '../../domain/studio/runtime-state.js';
import { defaultPulseMs } from '../../domain/studio/signal.js';
import { stationOf } from '../../domain/studio/station.js';
import { featureOfStep, foldStep, isStationScoped, type Step, type StepContent } from '../../domain/studio/step.js';
import { variableValueFrom } from '../../domain/studio/variable.js';
import type { AsRun } from '../as-run/as-run.js';
import type { Acknowledgements } from '../commands/acknowledgement.js';
import { findSelection } from '../commands/clip-selection.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import { checkScene, needsCuedClip } from '../commands/scene-checks.js';

import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';

/** What steps use. */
export interface StepPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly cameras: Cameras;
  readonly signalLines: PulsedSignalLines;
  readonly acknowledgements: Acknowledgements;
  readonly asRun: AsRun;
  /** Whether Control of a feature is switched on now. */
  readonly isControlOn: (feature: Feature) => boolean;
}

/** Timeout of a step's acknowledgement, in milliseconds. */
const stepTimeoutMs = 2_000;

/** Sends the command of a step. Absent for steps that send none. */
type Send = (step: Step) => SendResult | undefined;

type ClipStep = StepContent<'play'>;

/** A scene of an output, by their ids. */
interface ScenePlace {
  readonly output: string;
  readonly scene: string;
}

/** Finds the output of a step, and the scene if the step names one. */
const targetOf = ({ studio }: StepPorts, { output, scene }: StepContent<'stop'>) =>
  pipe(
    studio.records.outputs.find(output),
    E.bindTo('found'),
    E.bind('scenes', ({ found }) =>
      scene === undefined
        ? E.right(found.scenes)
        : pipe(
            findScene(found, scene),
            E.map((one) => [one]),
          ),
    ),
    E.map(({ found, scenes }) => ({ output: found.id, scenes })),
  );

const onScene = (ports: StepPorts, step: StepContent<'take'>, send: (place: ScenePlace) => SendResult): SendResult =>
  pipe(
    targetOf(ports, step),
    E.chain(({ output, scenes: [scene = ''] }) => send({ output, scene })),
  );

const withClip = (
  ports: StepPorts,
  step: ClipStep,
  send: (place: ScenePlace & { readonly clip: ClipSelection }) => SendResult,
): SendResult =>
  pipe(
    findSelection(ports.studio, step),
    E.chain((clip) => onScene(ports, step, (place) => send({ ...place, clip }))),
  );

const take = ({ players }: StepPorts, place: ScenePlace): SendResult =>
  pipe(
    checkScene(players, place, needsCuedClip),
    E.chain(() => players.send({ do: 'take', ...place })),
  );

const setVariable = ({ studio }: StepPorts, { variable, value }: StepContent<'set'>): SendResult =>
  pipe(
    studio.layout.variables.find(({ id }) => id === variable),
    E.fromNullable(failure('not_found', `there is no variable "${variable}"`)),
    E.chain(({ type }) => variableValueFrom(type, value)),
    E.chain((read) =>
      studio.change((runtime) => E.right({ ...runtime, variables: { ...runtime.variables, [variable]: read } })),
    ),
  );

const changeRuntime = ({ studio }: StepPorts, change: Partial<RuntimeState>): SendResult =>
  studio.change((runtime) => E.right({ ...runtime, ...change }));

const recall = ({ studio, cameras }: StepPorts, { camera, angle }: StepContent<'recall'>): SendResult =>
  pipe(
    studio.records.cameras.find(camera),
    E.bindTo('found'),
    E.bind('to', ({ found }) => findAngle(found, angle)),
    E.chain(({ found, to }) => cameras.send({ do: 'recall', camera: found.id, angle: to.id })),
  );

const onSignal = ({ studio }: StepPorts, signal: string, send: (id: string) => SendResult): SendResult =>
  pipe(
    studio.records.signals.find(signal),
    E.chain(({ id }) => send(id)),
  );

const sending = (ports: StepPorts): Send =>
  foldStep<SendResult | undefined>({
    play: (step) => withClip(ports, step, (place) => ports.players.send({ do: 'play', ...place })),
    cue: (step) => withClip(ports, step, (place) => ports.players.send({ do: 'cue', ...place })),
    take: (step) => onScene(ports, step, (place) => take(ports, place)),
    stop: (step) =>
      pipe(
        targetOf(ports, step),
        E.chain(({ output, scenes }) => ports.players.send({ do: 'stop', output, scenes })),
      ),
    recall: (step) => recall(ports, step),
    switch: ({ signal, on }) =>
      onSignal(ports, signal, (id) => ports.signalLines.send({ do: 'switch', signal: id, on })),
    pulse: ({ signal, ms = defaultPulseMs }) => onSignal(ports, signal, (id) => ports.signalLines.pulse(id, ms)),
    set: (step) => setVariable(ports, step),
    activate: ({ bank }) =>
      pipe(
        ports.studio.records.banks.find(bank),
        E.chain(({ key }) => changeRuntime(ports, { activeBank: key })),
      ),
    studio: (status) => changeRuntime(ports, { status }),
    run: () => undefined,
    waitMs: () => undefined,
  });

const permitted: E.Either<Failure, void> = E.right(undefined);

/**
 * Checks a step before it is performed: `feature_disabled` while Control of its feature is off, `station_mismatch` while
 * another station holds the studio than the pinned one of the device that runs it; null for no pin (MACRO-9, MACRO-10).
 */
export const checkStep = (
  { studio, isControlOn }: Pick<StepPorts, 'studio' | 'isControlOn'>,
  step: Step,
  pin: string | null,
): E.Either<Failure, void> => {
  const feature = featureOfStep(step);
  if (feature !== null && !isControlOn(feature))
    return E.left(failure('feature_disabled', `control of the feature ${featureNames[feature]} is switched off`));
  if (pin === null || !isStationScoped(step)) return permitted;
  const { holder } = studio.runtime();
  return pipe(
    stationOf(studio.records.stations, { holder, requested: undefined, pin }),
    E.map(() => undefined),
  );
};

/** Sends the command of a step. Returns its acknowledgement, or why it was not sent. A step without a command succeeds. */
export const performCommand = (ports: StepPorts): ((step: Step) => E.Either<Failure, Promise<CommandResult>>) => {
  const send = sending(ports);
  return (step) =>
    pipe(
      send(step) ?? acknowledgedAtOnce,
      E.map(({ confirmed, failureAtTimeout }) =>
        ports.acknowledgements.within(confirmed, stepTimeoutMs, failureAtTimeout),
      ),
    );
};
