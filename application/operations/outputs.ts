// Outputs: what their scenes play, and playing a clip.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { oneOf } from '../../domain/codec.js';
import { findClip } from '../../domain/studio/clip.js';
import { chooseScene, Output, type OutputDefinition } from '../../domain/studio/output.js';
import { control } from '../control.js';
import { fromText, optional, someText } from '../parameters.js';
import type { Players, StudioState } from '../ports.js';

interface Ports {
  readonly studio: StudioState;
  readonly players: Players;
}

const current = ({ players }: Ports, { id, slot, name }: OutputDefinition): Output => ({
  id,
  slot,
  name,
  ...players.state(id),
});

const Confirm = fromText('accepted', (text) => (oneOf('accepted').is(text) ? text : undefined));

export const playClip = control({
  name: 'clip.play',
  summary: 'Play a clip on an output',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/clips/:number/play',
  params: { slot: someText, number: someText },
  query: { scene: optional(someText), bank: optional(someText), confirm: optional(Confirm) },
  result: { output: Output },
  run: (ports: Ports, { slot, number, scene, bank, confirm }) =>
    pipe(
      E.Do,
      E.bind('output', () => ports.studio.records.outputs.find(slot)),
      E.bind('scene', ({ output }) => chooseScene(output, scene)),
      E.bind('bank', () => ports.studio.records.banks.find(bank ?? ports.studio.activeBank())),
      E.bind('clip', (found) => findClip(found.bank, number)),
      E.bind('sent', (found) =>
        ports.players.play(found.output.id, found.scene, { bank: found.bank.key, clip: found.clip }),
      ),
      E.map(({ output, sent }) => ({
        sent,
        until: confirm === undefined ? ('confirmed' as const) : ('accepted' as const),
        result: () => ({ output: current(ports, output) }),
      })),
    ),
});

export const outputOperations = [playClip];
