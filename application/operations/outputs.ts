// Outputs: reads, playing a clip and stopping. Cueing and what controls a running clip are in cue-and-take.ts.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';
import { secondsLeft } from '../../domain/studio/clip-time.js';
import { Output, playingClip, type OutputDefinition } from '../../domain/studio/output.js';
import { control, type Decision } from '../api/control.js';
import { decideStart, decideStop, findTarget, type Decided } from '../commands/decisions.js';
import type { Graphics } from '../commands/graphics.js';
import { fromText, optional, someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import type { Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import { currentOutput } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';
import { currentOutputTally } from '../tally/tallies.js';
import { tallyForm, tallyResult, tallyText } from './tally.js';

export interface OutputPorts {
  readonly studio: StudioState;
  readonly players: Players;
  readonly graphics: Graphics;
  readonly clock: Clock;
}

export const slotKey = described(someText, {
  description: 'Output id or slot key, in any letters’ case',
  examples: ['main'],
});
export const clipReference = described(someText, {
  description: 'Clip number in the bank, or a clip key in any letters’ case',
  examples: ['3'],
});
export const sceneId = described(optional(someText), {
  description: 'Id of the playout scene; optional if the output has exactly one',
  examples: ['full'],
});
const sceneToStop = described(optional(someText), {
  description: 'Id of the playout scene; default: all scenes of the output',
  examples: ['full'],
});
export const otherBank = described(optional(someText), {
  description: 'Key of the clip bank to use instead of the active one',
  examples: ['news'],
});

/** Returns what an action on an output does, and the output after it. */
export const onOutput =
  (ports: OutputPorts) =>
  ({ record, command }: Decided<OutputDefinition>): Decision<{ readonly output: typeof Output }> => ({
    commands: [command],
    result: () => ({ output: currentOutput(ports)(record) }),
  });

const outputs = read({
  name: 'output.list',
  summary: 'All outputs and what their scenes play',
  feature: 'outputs',
  path: '/outputs',
  result: { outputs: t.readonlyArray(Output) },
  plain: (body) => String(body.outputs.length),
  run: (ports: OutputPorts) => E.right({ outputs: ports.studio.records.outputs.all.map(currentOutput(ports)) }),
});

const output = read({
  name: 'output.get',
  summary: 'One output',
  feature: 'outputs',
  path: '/outputs/:slot',
  params: { slot: slotKey },
  result: { output: Output },
  plain: (body) => playingClip(body.output) ?? '',
  plainForm: textForm('Key of the clip that plays, in the first scene that plays one; empty if none plays', 'weather'),
  run: (ports: OutputPorts, { slot }) =>
    pipe(
      ports.studio.records.outputs.find(slot),
      E.map((found) => ({ output: currentOutput(ports)(found) })),
    ),
});

const remaining = read({
  name: 'output.remaining',
  summary: 'How long the clip of a scene still runs',
  feature: 'outputs',
  path: '/outputs/:slot/remaining',
  params: { slot: slotKey },
  query: { scene: sceneId },
  result: {
    value: described(t.union([t.number, t.null]), {
      description: 'Whole seconds, rounded up; null when nothing runs or it can’t be known',
      examples: [43],
    }),
  },
  plain: (body) => (body.value === null ? '' : String(body.value)),
  plainForm: textForm('Whole seconds, rounded up; empty when nothing runs or it can’t be known', '43'),
  run: (ports: OutputPorts, input) =>
    pipe(
      findTarget(ports, { output: input.slot, scene: input.scene }),
      E.map(({ output, scene }) => {
        const shown = currentOutput(ports)(output).scenes.find((one) => one.id === scene);
        const remainingMs = shown?.remainingMs ?? null;
        return { value: remainingMs === null ? null : secondsLeft(remainingMs) };
      }),
    ),
});

const tally = read({
  name: 'output.tally',
  summary: 'Whether an output is on air',
  feature: 'outputs',
  path: '/outputs/:slot/tally',
  params: { slot: slotKey },
  result: tallyResult,
  plain: tallyText,
  plainForm: tallyForm,
  run: (ports: OutputPorts, { slot }) =>
    pipe(
      ports.studio.records.outputs.find(slot),
      E.map((found) => ({ value: currentOutputTally(ports)(found) })),
    ),
});

const Confirm = fromText('accepted', (text) => (oneOf('accepted').is(text) ? text : undefined), {
  enum: ['accepted'],
  description: 'The player’s first reply counts as the acknowledgement, before the clip runs',
});

const playClip = control({
  name: 'clip.play',
  summary: 'Play a clip on an output',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/clips/:number/play',
  params: { slot: slotKey, number: clipReference },
  query: { scene: sceneId, bank: otherBank, confirm: optional(Confirm) },
  result: { output: Output },
  run: (ports: OutputPorts, { slot, scene, number, bank, confirm }) =>
    pipe(
      decideStart('play', ports, { output: slot, scene, clip: number, bank }),
      E.map((decided) => ({ ...onOutput(ports)(decided), until: confirm ?? ('confirmed' as const) })),
    ),
});

const stop = control({
  name: 'output.stop',
  summary: 'Stop what an output plays, in one scene or in all',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/stop',
  params: { slot: slotKey },
  query: { scene: sceneToStop },
  result: { output: Output },
  run: (ports: OutputPorts, { slot, scene }) =>
    pipe(decideStop(ports, { output: slot, scene }), E.map(onOutput(ports))),
});

export const outputOperations = [outputs, output, remaining, tally, playClip, stop];
