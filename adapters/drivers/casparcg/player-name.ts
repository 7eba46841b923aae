// How messages name a player.
import type { OutputWithPlayer } from '../../../application/commands/layout-players.js';
import { defaultAmcpPort } from '../../../domain/studio/player.js';

/** Returns the name of the player of an output, for messages. */
export const playerName = ({ slot, player: { host, port = defaultAmcpPort } }: OutputWithPlayer): string =>
  `the player of "${slot}" (CasparCG at ${host}:${String(port)})`;
