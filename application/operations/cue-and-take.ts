// Cueing a clip, taking it on air, and pausing, resuming and seeking what is on air.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { described } from '../../domain/codec/codec.js';
import { invalid, type Failure } from '../../domain/failure.js';
import { isWithin } from '../../domain/studio/clip-time.js';
import { Output } from '../../domain/studio/output.js';
import { dayMs } from '../../domain/time-units.js';
import { control } from '../api/control.js';
import type { None } from '../api/declare.js';
import { wholeNumber, type Codecs, type Values } from '../api/parameters.js';
import type { DecidedAction } from '../ports/decided-commands.js';
import { decideOnScene, decideStart, needsCuedClip, sceneConflict, type ScenePlace } from '../commands/decisions.js';
import type { SceneRun, SceneState } from '../ports/players.js';
import { timeOf } from '../state/scenes.js';
import { clipReference, onOutput, otherBank, sceneId, slotKey, type OutputPorts } from './outputs.js';

const cue = control({
  name: 'clip.cue',
  summary: 'Prepare a clip, so that the next take puts it on air',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/clips/:number/cue',
  params: { slot: slotKey, number: clipReference },
  query: { scene: sceneId, bank: otherBank },
  result: { output: Output },
  run: (ports: OutputPorts, { slot, scene, number, bank }) =>
    pipe(decideStart('cue', ports, { output: slot, scene, clip: number, bank }), E.map(onOutput(ports))),
});

const nothingOn = (state: SceneState): Failure => sceneConflict('nothing plays', state);

/** Returns why the state of a scene refuses an action; undefined if it doesn't. */
type Refusal<Input> = (state: SceneState, input: Input) => Failure | undefined;

/** Declares an action on one scene of an output. */
const sceneOperation = <Query extends Codecs = None>(
  verb: string,
  summary: string,
  refusal: Refusal<Values<Query>>,
  commandFor: (place: ScenePlace, input: Values<Query>) => DecidedAction,
  query?: Query,
) =>
  control({
    name: `output.${verb}`,
    summary,
    feature: 'outputs',
    stationScoped: true,
    path: `/outputs/:slot/${verb}`,
    params: { slot: slotKey },
    query: { ...query, scene: sceneId } as Query & { readonly scene: typeof sceneId },
    result: { output: Output },
    run: (ports: OutputPorts, input, { isRepetition }) =>
      pipe(
        decideOnScene(
          ports,
          { output: input.slot, scene: input.scene },
          (state) => (isRepetition ? undefined : refusal(state, input)),
          (place) => commandFor(place, input),
        ),
        E.map(onOutput(ports)),
      ),
  });

const take = sceneOperation('take', 'Put the cued clip on air', needsCuedClip, (place) => ({ do: 'take', ...place }));

const pause = sceneOperation(
  'pause',
  'Pause the clip that is on air',
  (state) => (state.run === null ? nothingOn(state) : undefined),
  (place) => ({ do: 'pause', ...place }),
);

const resume = sceneOperation(
  'resume',
  'Let a paused clip run on',
  (state) => {
    if (state.run === null) return nothingOn(state);
    return state.run.paused ? undefined : sceneConflict('no clip is paused', state);
  },
  (place) => ({ do: 'resume', ...place }),
);

const positionMs = described(wholeNumber(0, dayMs, 'milliseconds'), {
  description: 'Position in the clip, before its end, in milliseconds',
  examples: [2_000],
});

const beyondEnd = (run: SceneRun, ms: number): Failure => {
  const lastMs = (timeOf(run).durationMs ?? ms) - 1;
  const expected = `a position in the clip "${run.clip.key}", from 0 to ${String(lastMs)} milliseconds`;
  return invalid([{ path: 'ms', expected, got: String(ms) }]);
};

const seek = sceneOperation(
  'seek',
  'Move the clip that is on air to another position',
  (state, { ms }: { readonly ms: number }) => {
    if (state.run === null) return nothingOn(state);
    return isWithin(timeOf(state.run), ms) ? undefined : beyondEnd(state.run, ms);
  },
  (place, { ms }) => ({ do: 'seek', ...place, ms }),
  { ms: positionMs },
);

export const cueOperations = [cue, take, pause, resume, seek];
