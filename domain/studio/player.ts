// Where the equipment behind a studio listens.
import { integer, refined, text } from '../codec/codec.js';

/** The host of a player, or of other equipment. */
export const PlayerHost = refined(text(1, 253), (host) => /^[a-z0-9.:-]+$/i.test(host), 'a host name or an IP address');

/** A TCP or UDP port. */
export const Port = integer(1, 65_535);

/** The default TCP port of CasparCG. */
export const defaultAmcpPort = 5_250;
