// The players of an output: the main one, and a backup that gets the same commands.
import * as t from 'io-ts';
import { described, oneOf, orNull } from '../codec/codec.js';

/** A player of an output that has two. */
export const OutputPlayer = oneOf('main', 'backup');
export type OutputPlayer = t.TypeOf<typeof OutputPlayer>;

export const otherPlayer = (player: OutputPlayer): OutputPlayer => (player === 'main' ? 'backup' : 'main');

/** Returns the id under which drivers and simulated devices know a player of an output. */
export const playerIdOf = (output: string, player: OutputPlayer): string =>
  player === 'main' ? output : `${output}-backup`;

/** A cued clip: ready to go on air with the next take. */
export const CuedClip = t.readonly(t.type({ bank: t.string, clip: t.string }), 'CuedClip');

/** What a player shows in a scene. */
const PlayerScene = t.readonly(
  t.type({
    id: t.string,
    clip: orNull(t.string, 'Key of the clip that it shows; null if it shows none, or this is unknown'),
    bank: orNull(t.string, 'Key of its bank'),
    positionMs: orNull(
      described(t.number, { type: 'integer', minimum: 0 }),
      'Its position at the time of the response; null while the player is not connected',
    ),
    paused: t.boolean,
    cued: orNull(CuedClip, 'The clip that the next take puts on air; null if none is cued'),
  }),
  'PlayerScene',
);

/** What one player of an output shows. */
export const PlayerRecord = described(
  t.readonly(
    t.type({ player: OutputPlayer, connected: t.boolean, scenes: t.readonlyArray(PlayerScene) }),
    'OutputPlayer',
  ),
  { description: 'What one of the two players of an output shows' },
);
export type PlayerRecord = t.TypeOf<typeof PlayerRecord>;
