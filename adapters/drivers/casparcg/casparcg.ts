// CasparCG Server over AMCP and OSC: the layers of its channels are the scenes of outputs.
import { connectionDriver, type ConnectionDriver } from '../../../application/connections/connection-driver.js';
import { casparcgDiscovery, listMedia } from './discovery.js';
import { defaultOscPort, SharedOscPort } from './osc-port.js';
import { CasparcgPlayers } from './players.js';
import { CasparcgOutput, CasparcgSettings, playerIssues, playerParts } from './settings.js';

/** Returns the driver. All its connections share the port to which servers before 2.4 send OSC. */
export const casparcgDriver = (oscPort: number): ConnectionDriver => {
  const sharedOscPort = new SharedOscPort(oscPort);
  return connectionDriver<CasparcgSettings, never, never, CasparcgOutput>({
    grade: 'proven',
    isQuotable: true,
    settings: CasparcgSettings,
    player: CasparcgOutput,
    playerIssues,
    playerParts,
    beside: (settings) => settings,
    media: listMedia,
    discovery: casparcgDiscovery,
    open: (settings, attachments, deps) => {
      const players = new CasparcgPlayers(settings, sharedOscPort, deps);
      players.attach(attachments);
      return {
        players: players.ports,
        follow: (followed) => {
          players.attach(followed);
        },
        close: () => {
          players.close();
        },
      };
    },
  });
};

/** CasparCG Server: players. `discover` asks a server for its channels and its media besides. */
export const casparcg = casparcgDriver(defaultOscPort);
