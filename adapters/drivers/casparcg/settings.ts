// The settings of a CasparCG server, and of an output that a channel of it plays.
import * as t from 'io-ts';
import type { PlayerPart } from '../../../application/connections/connection-driver.js';
import { field, integer } from '../../../domain/codec/codec.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import type { OutputDefinition } from '../../../domain/studio/output.js';
import { defaultAmcpPort, PlayerHost, Port } from '../../../domain/studio/player.js';
import { sceneIssues } from '../shared/players.js';

/** The fields of the connection. */
export const CasparcgSettings = t.readonly(t.type({ host: PlayerHost, port: withDefault(Port, defaultAmcpPort) }));
export type CasparcgSettings = t.TypeOf<typeof CasparcgSettings>;

/** Layers by the id of a scene. */
const Layers = t.readonly(t.record(t.string, integer(0, 9_999)));

/** The fields of an output's `player`. */
export const CasparcgOutput = t.readonly(
  t.intersection([
    t.type({
      channel: field(integer(1, 99), 'The channel that plays the output'),
      layers: field(Layers, "The layer of each scene, by the scene's id"),
    }),
    t.partial({
      graphicLayers: field(Layers, "The layer of each graphic, by the scene's id; none if left out"),
    }),
  ]),
);
export type CasparcgOutput = t.TypeOf<typeof CasparcgOutput>;

/** An output, and the server, channel and layers that play it. */
export interface PlayedOutput extends Omit<OutputDefinition, 'player'> {
  readonly player: CasparcgSettings & CasparcgOutput;
}

/** A layer, and the field that names it. */
interface NamedLayer {
  readonly path: string;
  readonly layer: number;
}

const layersOf = ({ layers, graphicLayers = {} }: CasparcgOutput): readonly NamedLayer[] =>
  Object.entries({ layers, graphicLayers }).flatMap(([field, all]) =>
    Object.entries(all).map(([scene, layer]) => ({ path: `${field}.${scene}`, layer })),
  );

/** Returns an issue for each layer that an earlier scene or graphic of the output has already. */
const sharedLayers = (player: CasparcgOutput): readonly Issue[] => {
  const first = new Map<number, string>();
  return layersOf(player).flatMap(({ path, layer }) => {
    const other = first.get(layer);
    if (other === undefined) first.set(layer, path);
    return other === undefined ? [] : [{ path, expected: `another layer than that of ${other}`, first: other }];
  });
};

/** Returns an issue for each scene and graphic without a layer, for each layer without one, and for each layer of two. */
export const playerIssues = (
  player: CasparcgOutput,
  scenes: readonly string[],
  graphics: readonly string[],
): readonly Issue[] => [
  ...sceneIssues('layers', Object.keys(player.layers), scenes, (scene) => `a layer for the scene "${scene}"`),
  ...sceneIssues(
    'graphicLayers',
    Object.keys(player.graphicLayers ?? {}),
    graphics,
    (scene) => `a layer for the graphic of the scene "${scene}"`,
    'a scene that has a graphic',
  ),
  ...sharedLayers(player),
];

/** Returns the layers that a player uses. */
export const playerParts = (player: CasparcgOutput): readonly PlayerPart[] =>
  layersOf(player).map(({ path, layer }) => ({
    path,
    name: `layer ${String(layer)} of channel ${String(player.channel)}`,
  }));
