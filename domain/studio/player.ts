// The player behind an output: its protocol, its address and the layer of each scene.
import * as t from 'io-ts';
import { oneOf, refined, text, integer } from '../codec/codec.js';

/** The host of a player. */
export const PlayerHost = refined(text(1, 253), (host) => /^[a-z0-9.:-]+$/i.test(host), 'a host name or an IP address');

/** The default TCP port of CasparCG. */
export const defaultAmcpPort = 5_250;

/** Layers by the id of a scene. */
const Layers = t.readonly(t.record(t.string, integer(0, 9_999)));

/** A player of the layout. */
export const PlayerDefinition = t.readonly(
  t.intersection([
    t.type({ protocol: oneOf('casparcg'), host: PlayerHost, channel: integer(1, 99), layers: Layers }),
    t.partial({
      /** TCP; defaults to {@link defaultAmcpPort}. */
      port: integer(1, 65_535),
      /** The layer of every graphic, by the scene's id. */
      graphicLayers: Layers,
    }),
  ]),
);
export type PlayerDefinition = t.TypeOf<typeof PlayerDefinition>;

/** The protocols that players speak. Each has a driver. */
export type PlayerProtocol = PlayerDefinition['protocol'];
