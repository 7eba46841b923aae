// Where the equipment behind a studio listens.
import { field, integer, refined, text } from '../codec/codec.js';

/** The host of a player, or of other equipment. */
export const PlayerHost = field(
  refined(text(1, 253), (host) => /^[a-z0-9._:-]+$/i.test(host), 'a host name or an IP address'),
  'Host name or IP address of the equipment',
);

/** A TCP or UDP port. */
export const Port = field(integer(1, 65_535), 'Port on which the equipment listens');

/** The default TCP port of CasparCG. */
export const defaultAmcpPort = 5_250;
