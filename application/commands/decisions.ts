// Decides commands to devices: finds what a call or a step names, and checks whether the present state allows the command.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import { findAngle, type CameraDefinition } from '../../domain/studio/camera.js';
import { findClip } from '../../domain/studio/clip.js';
import { chooseScene, findScene, type OutputDefinition } from '../../domain/studio/output.js';
import type { SignalDefinition } from '../../domain/studio/signal.js';
import type { ClipSelection, Players, SceneState } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';
import type { DecidedAction } from '../ports/decided-commands.js';

/** What decisions are made from. */
export interface DecisionPorts {
  readonly studio: Pick<StudioState, 'records' | 'runtime'>;
  readonly players: Pick<Players, 'state'>;
}

/** A scene of an output by its id or slot key; the scene may be left out where the output has exactly one. */
export interface SceneReference {
  readonly output: string;
  readonly scene?: string | undefined;
}

/** A clip by its number or key, and the key of its bank; default: the active bank. */
export interface ClipReference {
  readonly clip: string;
  readonly bank?: string | undefined;
}

/** A scene of an output. */
export interface SceneTarget {
  readonly output: OutputDefinition;
  readonly scene: string;
}

/** A scene of an output, by their ids. */
export interface ScenePlace {
  readonly output: string;
  readonly scene: string;
}

/** A command, and the record that it changes. */
export interface Decided<Definition> {
  readonly record: Definition;
  readonly command: DecidedAction;
}

type Decision<Definition> = E.Either<Failure, Decided<Definition>>;

/** Finds a scene (PLAY-5, PLAY-6). */
export const findTarget = (
  { studio }: Pick<DecisionPorts, 'studio'>,
  { output, scene }: SceneReference,
): E.Either<Failure, SceneTarget> =>
  pipe(
    studio.records.outputs.find(output),
    E.bindTo('output'),
    E.bind('scene', (found) => chooseScene(found.output, scene)),
  );

/** Finds a clip in the bank that is named, or in the active one (PLAY-8). */
const findSelection = (
  { studio }: Pick<DecisionPorts, 'studio'>,
  { clip, bank = studio.runtime().activeBank }: ClipReference,
): E.Either<Failure, ClipSelection> =>
  pipe(
    studio.records.banks.find(bank),
    E.chain((found) =>
      pipe(
        findClip(found, clip),
        E.map((selected) => ({ bank: found.key, clip: selected })),
      ),
    ),
  );

/** Plays or cues a clip. */
export const decideStart = (
  what: 'play' | 'cue',
  ports: Pick<DecisionPorts, 'studio'>,
  reference: SceneReference & ClipReference,
): Decision<OutputDefinition> =>
  pipe(
    findTarget(ports, reference),
    E.bind('clip', () => findSelection(ports, reference)),
    E.map(({ output, scene, clip }) => ({ record: output, command: { do: what, output: output.id, scene, clip } })),
  );

/** Stops one scene, or all scenes of an output. */
export const decideStop = (
  { studio }: Pick<DecisionPorts, 'studio'>,
  { output, scene }: SceneReference,
): Decision<OutputDefinition> =>
  pipe(
    studio.records.outputs.find(output),
    E.bindTo('record'),
    E.bind('scenes', ({ record }) =>
      scene === undefined
        ? E.right(record.scenes)
        : pipe(
            findScene(record, scene),
            E.map((found) => [found]),
          ),
    ),
    E.map(({ record, scenes }) => ({ record, command: { do: 'stop', output: record.id, scenes } })),
  );

/** Returns why the state of a scene refuses a command; undefined if it doesn't. */
export type SceneCheck = (state: SceneState) => Failure | undefined;

/** Returns the failure of a command that the state of a scene doesn't allow. */
export const sceneConflict = (why: string, { id }: SceneState): Failure =>
  failure('conflict', `${why} in the scene "${id}"`);

/** A take needs a cued clip (TAKE-2). */
export const needsCuedClip: SceneCheck = (state) =>
  state.cued === null ? sceneConflict('nothing is cued', state) : undefined;

/**
 * Decides a command to one scene, which `check` may refuse. Of a player that isn't connected the state is unknown: the player
 * refuses the command itself.
 */
export const decideOnScene = (
  ports: DecisionPorts,
  reference: SceneReference,
  check: SceneCheck,
  commandFor: (place: ScenePlace) => DecidedAction,
): Decision<OutputDefinition> =>
  pipe(
    findTarget(ports, reference),
    E.chain(({ output, scene }) => {
      const { connected, scenes } = ports.players.state(output.id);
      const state = scenes.find(({ id }) => id === scene);
      const refused = connected && state !== undefined ? check(state) : undefined;
      return refused === undefined
        ? E.right({ record: output, command: commandFor({ output: output.id, scene }) })
        : E.left(refused);
    }),
  );

/** Moves a camera to an angle. */
export const decideRecall = (
  { studio }: Pick<DecisionPorts, 'studio'>,
  { camera, angle }: { readonly camera: string; readonly angle: string },
): Decision<CameraDefinition> =>
  pipe(
    studio.records.cameras.find(camera),
    E.bindTo('record'),
    E.bind('to', ({ record }) => findAngle(record, angle)),
    E.map(({ record, to }) => ({ record, command: { do: 'recall', camera: record.id, angle: to.id } })),
  );

/** Switches, toggles or pulses a signal. */
export const decideOnSignal = (
  { studio }: Pick<DecisionPorts, 'studio'>,
  reference: string,
  commandFor: (signal: string) => DecidedAction,
): Decision<SignalDefinition> =>
  pipe(
    studio.records.signals.find(reference),
    E.map((record) => ({ record, command: commandFor(record.id) })),
  );
