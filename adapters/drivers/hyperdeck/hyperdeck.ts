// Blackmagic HyperDeck over its Ethernet protocol: a deck is the one scene of an output, the clips of its timeline the clips.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { HyperdeckConversation } from './conversation.js';
import { discovery, listMedia } from './discovery.js';
import { HyperdeckPlayer, HyperdeckSettings, playerIssues, playerParts } from './settings.js';

/** HyperDeck: players. */
export const hyperdeck = connectionDriver<HyperdeckSettings, never, never, object>({
  grade: 'basic',
  settings: HyperdeckSettings,
  player: HyperdeckPlayer,
  playerIssues,
  playerParts,
  media: listMedia,
  discovery,
  open: (settings, attachments, deps) => {
    const conversation = new HyperdeckConversation(settings, deps);
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
