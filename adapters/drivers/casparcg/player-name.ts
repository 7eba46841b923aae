// How messages name a player.
import type { PlayedOutput } from './settings.js';

/** Returns the name of the player of an output, for messages. */
export const playerName = ({ slot, player: { host, port } }: PlayedOutput): string =>
  `the player of "${slot}" (CasparCG at ${host}:${String(port)})`;
