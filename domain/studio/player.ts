// The player behind an output: its protocol, its address and the layer of each scene.
import * as t from 'io-ts';
import { choiceOf } from '../codec/choice.js';
import { oneOf, refined, text, integer } from '../codec/codec.js';
import { fieldOf } from '../codec/unchecked.js';
import { PlayerAttachment, type Attachment } from './connection.js';

/** The host of a player. */
export const PlayerHost = refined(text(1, 253), (host) => /^[a-z0-9.:-]+$/i.test(host), 'a host name or an IP address');

/** A TCP or UDP port. */
export const Port = integer(1, 65_535);

/** The default TCP port of CasparCG. */
export const defaultAmcpPort = 5_250;

/** Layers by the id of a scene. */
const Layers = t.readonly(t.record(t.string, integer(0, 9_999)));

/** A player with an address of its own. */
export const PlayerDefinition = t.readonly(
  t.intersection([
    t.type({ protocol: oneOf('casparcg'), host: PlayerHost, channel: integer(1, 99), layers: Layers }),
    t.partial({
      /** TCP; defaults to {@link defaultAmcpPort}. */
      port: Port,
      /** The layer of every graphic, by the scene's id. */
      graphicLayers: Layers,
    }),
  ]),
);
export type PlayerDefinition = t.TypeOf<typeof PlayerDefinition>;

/** The player of an output: one with an address of its own, or one that is attached to a connection. */
export const OutputPlayer = choiceOf(
  PlayerDefinition,
  PlayerAttachment,
  (input) => fieldOf(input, 'connection') !== undefined,
);
export type OutputPlayer = t.TypeOf<typeof OutputPlayer>;

/** Whether a player is attached to a connection. */
export const isAttached = (player: OutputPlayer): player is Attachment => 'connection' in player;

/** The protocols that players with an address of their own speak. Each has a driver. */
export type PlayerProtocol = PlayerDefinition['protocol'];
