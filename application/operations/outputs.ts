// Outputs: reads, playing a clip and stopping.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';
import { findClip } from '../../domain/studio/clip.js';
import { chooseScene, findScene, Output, playingClip, type OutputDefinition } from '../../domain/studio/output.js';
import { control } from '../api/control.js';
import { fromText, optional, someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import type { Players } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
  readonly players: Players;
}

const slotKey = described(someText, { description: 'Output id or slot key, in any letters’ case', examples: ['main'] });
const clipReference = described(someText, {
  description: 'Clip number in the bank, or a clip key in any letters’ case',
  examples: ['3'],
});
const sceneId = described(optional(someText), {
  description: 'Id of the playout scene; optional if the output has exactly one',
  examples: ['full'],
});
const sceneToStop = described(optional(someText), {
  description: 'Id of the playout scene; default: all scenes of the output',
  examples: ['full'],
});
const otherBank = described(optional(someText), {
  description: 'Key of the clip bank to play from instead of the active one',
  examples: ['news'],
});

/** Returns the record as a caller reads it now. */
export const currentOutput =
  ({ players }: Pick<Ports, 'players'>) =>
  ({ id, slot, name }: OutputDefinition): Output => {
    const { scenes, connected } = players.state(id);
    return { id, slot, name, scenes, connected };
  };

const outputs = read({
  name: 'output.list',
  summary: 'All outputs and what their scenes play',
  feature: 'outputs',
  path: '/outputs',
  result: { outputs: t.readonlyArray(Output) },
  plain: (body) => String(body.outputs.length),
  run: (ports: Ports) => E.right({ outputs: ports.studio.records.outputs.all.map(currentOutput(ports)) }),
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
  run: (ports: Ports, { slot }) =>
    pipe(
      ports.studio.records.outputs.find(slot),
      E.map((found) => ({ output: currentOutput(ports)(found) })),
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
  run: (ports: Ports, { slot, number, scene, bank, confirm }) =>
    pipe(
      E.Do,
      E.bind('output', () => ports.studio.records.outputs.find(slot)),
      E.bind('scene', ({ output }) => chooseScene(output, scene)),
      E.bind('bank', () => ports.studio.records.banks.find(bank ?? ports.studio.runtime().activeBank)),
      E.bind('clip', (found) => findClip(found.bank, number)),
      E.bind('sent', (found) =>
        ports.players.play(found.output.id, found.scene, { bank: found.bank.key, clip: found.clip }),
      ),
      E.map(({ output, sent }) => ({
        sent,
        until: confirm === undefined ? ('confirmed' as const) : ('accepted' as const),
        result: () => ({ output: currentOutput(ports)(output) }),
      })),
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
  run: (ports: Ports, input) =>
    pipe(
      E.Do,
      E.bind('found', () => ports.studio.records.outputs.find(input.slot)),
      E.bind('scenes', ({ found }) =>
        input.scene === undefined
          ? E.right(found.scenes)
          : pipe(
              findScene(found, input.scene),
              E.map((scene) => [scene]),
            ),
      ),
      E.bind('sent', ({ found, scenes }) => ports.players.stop(found.id, scenes)),
      E.map(({ found, sent }) => ({ sent, result: () => ({ output: currentOutput(ports)(found) }) })),
    ),
});

export const outputOperations = [outputs, output, playClip, stop];
