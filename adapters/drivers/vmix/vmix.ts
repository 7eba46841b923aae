// vMix over its TCP API: the mixes of a vMix are the scenes of outputs, its inputs the clips.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { VmixConversation } from './conversation.js';
import { discovery } from './discovery.js';
import { playerIssues, playerParts, VmixPlayer, VmixSettings } from './settings.js';

/** vMix: players. */
export const vmix = connectionDriver<VmixSettings, never, never, VmixPlayer>({
  grade: 'basic',
  settings: VmixSettings,
  player: VmixPlayer,
  playerIssues,
  playerParts,
  discovery,
  beside: (settings) => settings,
  open: (settings, attachments, deps) => {
    const conversation = new VmixConversation(settings, deps);
    conversation.players.attach(attachments);
    return {
      players: conversation.players.ports,
      follow: (followed) => {
        conversation.players.attach(followed);
      },
      close: () => {
        conversation.close();
      },
    };
  },
});
