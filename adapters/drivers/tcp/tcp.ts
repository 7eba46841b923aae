// Lines of text over TCP, as many relay boards, matrices and camera heads take them. Templates specify them.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { headSettings, lineSettings, playerSettings } from '../shared/templates/settings.js';
import { textCodecs } from '../shared/templates/text-protocol.js';
import { TcpSettings } from './settings.js';
import { TcpConversation } from './tcp-conversation.js';

/** TCP: signals, cameras and simple players whose devices take lines of text. */
export const tcp = connectionDriver({
  grade: 'basic',
  settings: TcpSettings,
  line: lineSettings(textCodecs),
  head: headSettings(textCodecs),
  player: playerSettings(textCodecs),
  open: (settings, attachments, deps) => {
    const conversation = new TcpConversation(settings, deps);
    conversation.devices.follow(attachments);
    return {
      ...conversation.devices,
      close: () => {
        conversation.close();
      },
    };
  },
});
