// The settings of a vMix, and of an output that its mixes play.
import * as t from 'io-ts';
import type { PlayerPart } from '../../../application/connections/connection-driver.js';
import { field, integer, refined, text } from '../../../domain/codec/codec.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { sceneIssues } from '../shared/players.js';

/** The TCP port of vMix's API. */
export const vmixPort = 8_099;

/** The fields of the connection. */
export const VmixSettings = t.readonly(t.type({ host: PlayerHost, port: withDefault(Port, vmixPort) }));
export type VmixSettings = t.TypeOf<typeof VmixSettings>;

/** Mixes by the ids of scenes: 1 is the main mix, 2 to 16 are Mix inputs. */
const Mixes = refined(
  t.readonly(t.record(t.string, integer(1, 16))),
  (mixes) => new Set(Object.values(mixes)).size === Object.keys(mixes).length,
  'another mix for each scene',
  { description: 'The mix of each scene, by its id: 1 is the main mix, 2 to 16 are Mix inputs' },
);

/** The fields of an output's `player`. */
export const VmixPlayer = t.readonly(
  t.type({
    mixes: Mixes,
    idle: field(text(1, 255), 'The input on air while no clip is: its key, number or title'),
  }),
);
export type VmixPlayer = t.TypeOf<typeof VmixPlayer>;

/** Returns an issue for each scene without a mix, and for each mix without a scene. */
export const playerIssues = ({ mixes }: VmixPlayer, scenes: readonly string[]): readonly Issue[] =>
  sceneIssues('mixes', Object.keys(mixes), scenes, (scene) => `a mix for the scene ${scene}`);

/** Returns the mixes that a player uses. */
export const playerParts = ({ mixes }: VmixPlayer): readonly PlayerPart[] =>
  Object.entries(mixes).map(([scene, mix]) => ({ path: `mixes.${scene}`, name: `mix ${String(mix)}` }));
