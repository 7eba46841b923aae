// Outputs: slots of the studio with playout scenes, each of which plays one clip at a time.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime, described, field, isSameName, listOf, orNull, refined, text, unique } from '../codec/codec.js';
import { failure, invalid, type Failure } from '../failure.js';
import { Id, Name } from './common-fields.js';
import { Graphic, GraphicDefinitions } from './graphic.js';
import { optionalConfirmation, PlayerAttachment, type Attachment } from './connection.js';
import { CuedClip, OutputPlayer, playerIdOf, PlayerRecord } from './output-player.js';
import { Playlist } from './playlist.js';
import { optionalTally } from './tally.js';

/** The ids of an output's scenes, at least one. */
const SceneIds = refined(
  unique(listOf(text(1, 64)), (id) => id, 'id'),
  ({ length }) => length > 0,
  'a list of at least one scene',
);

/** An output of the layout. */
export const OutputDefinition = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      slot: field(text(1, 64), 'A second name for calls, such as the place of the output in the studio'),
      name: Name,
      scenes: field(SceneIds, 'Ids of its scenes, at least one. Each scene plays one clip at a time'),
    }),
    t.partial({
      player: PlayerAttachment,
      /** A second player, which gets the same commands. */
      backup: PlayerAttachment,
      graphics: field(GraphicDefinitions, 'Templates over its scenes, at most one for each scene'),
    }),
  ]),
);
export type OutputDefinition = t.TypeOf<typeof OutputDefinition>;

/** Returns what attaches a player of an output; undefined if it has no such player, or nothing attaches it. */
export const attachmentOf = (output: OutputDefinition, player: OutputPlayer): Attachment | undefined =>
  player === 'main' ? output.player : output.backup;

/** Returns the outputs as drivers and simulated devices know them: one for each player, with the id of that. */
export const playerDefinitions = (outputs: readonly OutputDefinition[]): readonly OutputDefinition[] =>
  outputs.flatMap((output) => {
    const { backup, ...main } = output;
    if (backup === undefined) return [output];
    const { id, slot, name } = output;
    const names = { id: playerIdOf(id, 'backup'), slot: playerIdOf(slot, 'backup'), name: `${name}, backup` };
    return [main, { ...main, ...names, player: backup }];
  });

const milliseconds = described(t.number, { type: 'integer', minimum: 0 });

/** What a scene plays, what is cued in it, its graphic and its playlist (CLIP-TIME-1). */
export const Scene = described(
  t.readonly(
    t.type({
      id: t.string,
      clip: orNull(t.string, 'Key of the clip that is on; null if none is'),
      bank: orNull(t.string, 'Key of its bank'),
      startedAt: orNull(dateTime, 'When it was put on air'),
      endsAt: orNull(dateTime, 'When it ends; null while it loops, is paused or this is unknown'),
      positionMs: orNull(milliseconds, 'Its position at the time of the response'),
      durationMs: orNull(
        milliseconds,
        'Its length, as the player reports it, else as the studio file has it; null if unknown',
      ),
      remainingMs: orNull(milliseconds, 'What remains at the time of the response; null when endsAt is'),
      paused: described(t.boolean, { description: 'Whether it is paused' }),
      loop: described(t.boolean, { description: 'Whether it starts again at its end' }),
      cued: orNull(CuedClip, 'The clip that the next take puts on air; null if none is cued'),
      graphic: orNull(Graphic, 'The template over the scene; null if the scene has none'),
      playlist: orNull(Playlist, 'The playlist that runs in the scene; null if none does'),
    }),
    'Scene',
  ),
  {
    description: 'What a scene plays, how much of it remains, what is cued, its graphic and its playlist',
    examples: [
      {
        id: 'full',
        clip: 'weather',
        bank: 'news',
        startedAt: '2026-01-31T12:00:00.000Z',
        endsAt: '2026-01-31T12:01:00.000Z',
        positionMs: 17_500,
        durationMs: 60_000,
        remainingMs: 42_500,
        paused: false,
        loop: false,
        cued: { bank: 'news', clip: 'closer' },
        graphic: null,
        playlist: null,
      },
    ],
  },
);
export type Scene = t.TypeOf<typeof Scene>;

/** An output, as callers read it. */
export const Output = described(
  t.readonly(
    t.type({
      id: described(t.string, { examples: ['out-1'] }),
      slot: described(t.string, { examples: ['main'] }),
      name: described(t.string, { examples: ['Main programme'] }),
      scenes: t.readonlyArray(Scene),
      connected: described(t.boolean, { description: 'Whether its player is connected', examples: [true] }),
      tally: optionalTally,
      confirmedBy: optionalConfirmation,
      lead: described(t.union([OutputPlayer, t.undefined]), {
        description: 'Which of its players leads: the record shows what that one shows. Absent without a backup',
      }),
      players: described(t.union([t.readonlyArray(PlayerRecord), t.undefined]), {
        description: 'What its main and its backup player show. Absent without a backup',
      }),
    }),
    'Output',
  ),
  { description: 'A slot of the studio with one or several playout scenes' },
);
export type Output = t.TypeOf<typeof Output>;

const joined = (scenes: readonly string[]): string => scenes.join(', ');

const onlyScene = ({ slot, scenes }: OutputDefinition): E.Either<Failure, string> => {
  const [scene, another] = scenes;
  return scene !== undefined && another === undefined
    ? E.right(scene)
    : E.left(
        invalid([{ path: 'scene', expected: `one of ${joined(scenes)}, as "${slot}" has several`, got: 'nothing' }]),
      );
};

/** Finds a scene of an output by id, ignoring case. */
export const findScene = ({ slot, scenes }: OutputDefinition, scene: string): E.Either<Failure, string> =>
  E.fromNullable(failure('not_found', `the output "${slot}" has no scene "${scene}"; it has ${joined(scenes)}`))(
    scenes.find((id) => isSameName(id, scene)),
  );

/** Returns the scene that a call names, or the only one of the output (PLAY-5, PLAY-6). */
export const chooseScene = (output: OutputDefinition, scene: string | undefined): E.Either<Failure, string> =>
  scene === undefined ? onlyScene(output) : findScene(output, scene);

/** Returns the key of the clip that the first playing scene plays; undefined when none plays (OUTPUT-2). */
export const playingClip = ({ scenes }: Pick<Output, 'scenes'>): string | undefined =>
  scenes.find(({ clip }) => clip !== null)?.clip ?? undefined;
