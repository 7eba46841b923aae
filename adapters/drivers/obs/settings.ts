// What a studio file contains about OBS Studio: its address, its media folder, and the media inputs of each scene.
import * as t from 'io-ts';
import type { PlayerPart } from '../../../application/connections/connection-driver.js';
import { described, field, listOf, refined, text, unique } from '../../../domain/codec/codec.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { sceneIssues } from '../shared/players.js';
import { PasswordFile } from '../../../domain/studio/file-path.js';

/** The TCP port of obs-websocket. */
export const defaultPort = 4_455;

/** A folder on the computer of OBS, which may run Windows. */
const MediaFolder = refined(
  text(1, 1_024),
  (path) => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path),
  'an absolute path on the computer of OBS, such as /srv/media or C:/Media',
);

/** A connection to OBS Studio. */
export const ObsSettings = t.readonly(
  t.intersection([
    t.type({
      host: PlayerHost,
      mediaFolder: described(MediaFolder, { description: 'Folder of the clips, on the computer of OBS' }),
    }),
    t.partial({
      port: described(Port, { default: defaultPort }),
      passwordFile: PasswordFile,
    }),
  ]),
);
export type ObsSettings = t.TypeOf<typeof ObsSettings>;

const Name = text(1, 256);

const Inputs = refined(
  unique(listOf(Name), (name) => name, 'name'),
  ({ length }) => length === 1 || length === 2,
  'a list of one or two media inputs',
);

/** A scene of OBS, and the media inputs in it that play the clips. */
export const ObsScene = t.readonly(
  t.intersection([
    t.type({
      inputs: described(Inputs, { description: 'Media sources of the scene. With a second one, clips can be cued' }),
    }),
    t.partial({ scene: described(Name, { description: 'Name of the scene in OBS. Defaults to the id of the scene' }) }),
  ]),
);
export type ObsScene = t.TypeOf<typeof ObsScene>;

/** The player of an output: a scene of OBS for each of its scenes. */
export const ObsPlayer = t.readonly(
  t.intersection([
    t.type({ scenes: field(t.readonly(t.record(t.string, ObsScene)), "What plays each scene, by the scene's id") }),
    t.partial({
      program: described(t.boolean, {
        description: 'Whether play and take switch the program of OBS to the scene',
        default: false,
      }),
    }),
  ]),
);
export type ObsPlayer = t.TypeOf<typeof ObsPlayer>;

const repeatedInputs = ({ scenes }: ObsPlayer): readonly string[] => {
  const all = Object.values(scenes).flatMap(({ inputs }) => inputs);
  return all.filter((name, index) => all.indexOf(name) !== index);
};

/** Returns what is wrong between a player and the scenes of its output. */
export const playerIssues = (player: ObsPlayer, scenes: readonly string[]): readonly Issue[] => [
  ...sceneIssues('scenes', Object.keys(player.scenes), scenes, (scene) => `the media inputs of the scene "${scene}"`),
  ...repeatedInputs(player).map((input) => ({ path: 'scenes', expected: `the input "${input}" in one scene only` })),
];

/** Returns the media inputs that a player uses. */
export const playerParts = ({ scenes }: ObsPlayer): readonly PlayerPart[] =>
  Object.entries(scenes).flatMap(([scene, { inputs }]) =>
    inputs.map((input) => ({ path: `scenes.${scene}.inputs`, name: `the input "${input}"` })),
  );
