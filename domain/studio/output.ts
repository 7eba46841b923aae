// An output: a slot of the studio with one or several playout scenes, each of which plays one clip at a time.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, listOf, moment, refined, text, unique } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { PlayerDefinition } from './player.js';

/** The scenes of an output by id: one or several. */
const SceneIds = refined(
  unique(listOf(text(1, 64)), (id) => id, 'id'),
  ({ length }) => length > 0,
  'a list of one or several scenes',
);

/** An output as the studio is laid out. */
export const OutputDefinition = t.readonly(
  t.intersection([
    t.type({ id: text(1, 64), slot: text(1, 64), name: text(1, 128), scenes: SceneIds }),
    t.partial({ player: PlayerDefinition }),
  ]),
);
export type OutputDefinition = t.TypeOf<typeof OutputDefinition>;

/** What a scene plays. */
export const Scene = described(
  t.readonly(
    t.type({
      id: t.string,
      clip: t.union([t.string, t.null]),
      bank: t.union([t.string, t.null]),
      startedAt: t.union([moment, t.null]),
    }),
    'Scene',
  ),
  {
    description: 'What a scene plays: clip and bank by key, and since when; all null when nothing runs',
    examples: [{ id: 'full', clip: 'weather', bank: 'news', startedAt: '2026-01-31T12:00:00.000Z' }],
  },
);
export type Scene = t.TypeOf<typeof Scene>;

/** An output as a caller reads it. */
export const Output = described(
  t.readonly(
    t.type({
      id: described(t.string, { examples: ['out-1'] }),
      slot: described(t.string, { examples: ['main'] }),
      name: described(t.string, { examples: ['Main programme'] }),
      scenes: t.readonlyArray(Scene),
      connected: described(t.boolean, { description: 'Whether its player can be reached', examples: [true] }),
    }),
    'Output',
  ),
  { description: 'A slot of the studio with one or several playout scenes' },
);
export type Output = t.TypeOf<typeof Output>;

const listed = (scenes: readonly string[]): string => scenes.join(', ');

const onlyScene = ({ slot, scenes }: OutputDefinition): E.Either<Failure, string> => {
  const [scene, another] = scenes;
  return scene !== undefined && another === undefined
    ? E.right(scene)
    : E.left(
        failure('invalid_parameter', `scene: expected one of ${listed(scenes)}, as "${slot}" has several; got nothing`),
      );
};

/** Finds a scene of an output by id, in any letters' case. */
export const findScene = ({ slot, scenes }: OutputDefinition, scene: string): E.Either<Failure, string> =>
  E.fromNullable(failure('not_found', `the output "${slot}" has no scene "${scene}"; it has ${listed(scenes)}`))(
    scenes.find((id) => id.toLowerCase() === scene.toLowerCase()),
  );

/** The scene a call means: the one it names, or the only one there is. */
export const chooseScene = (output: OutputDefinition, scene: string | undefined): E.Either<Failure, string> =>
  scene === undefined ? onlyScene(output) : findScene(output, scene);

/** The key of the clip that plays, of the first scene that plays one; undefined when none does. */
export const playingClip = ({ scenes }: Output): string | undefined =>
  scenes.find(({ clip }) => clip !== null)?.clip ?? undefined;
