// The driver of OBS Studio, by obs-websocket 5.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { discovery } from './discovery.js';
import { ObsPlayers } from './players.js';
import { ObsPlayer, ObsSettings, playerIssues, playerParts } from './settings.js';

/** OBS Studio: scenes with media sources as players. */
export const obs = connectionDriver<ObsSettings, never, never, ObsPlayer>({
  grade: 'proven',
  settings: ObsSettings,
  player: ObsPlayer,
  playerIssues,
  playerParts,
  discovery,
  beside: (settings) => settings,
  open: (settings, attachments, deps) => {
    const obsPlayers = new ObsPlayers(settings, attachments, deps);
    return {
      players: obsPlayers.players,
      follow: (followed) => {
        obsPlayers.follow(followed);
      },
      close: () => {
        obsPlayers.close();
      },
    };
  },
});
