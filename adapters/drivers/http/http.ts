// Devices with an HTTP interface, as many relays and camera heads have. Templates specify the requests.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import type { ExchangeRequest } from '../shared/http-exchange.js';
import type { TextProtocol } from '../shared/templates/plan.js';
import { templatedDevices } from '../shared/templates/records.js';
import { headSettings, lineSettings, playerSettings } from '../shared/templates/settings.js';
import { matchesText, resemblesText, textMatch, type TextMatch } from '../shared/templates/text-match.js';
import { discovery } from './discovery.js';
import type { ReceivedReply } from './http-reply.js';
import { HttpConversation } from './http-conversation.js';
import { filledRequest, requestTemplate, type RequestTemplate } from './request-template.js';
import { HttpSettings } from './settings.js';

const codecs = { template: requestTemplate, match: textMatch, hasReplies: true } as const;

const ofReply =
  (isFitting: ReturnType<typeof matchesText>) =>
  ({ received }: ReceivedReply): boolean =>
    isFitting(received);

const protocol: TextProtocol<RequestTemplate, TextMatch, ExchangeRequest, ReceivedReply> = {
  ...codecs,
  fill: filledRequest,
  matches: (match, values) => ofReply(matchesText(match, values)),
  resembles: (match, values) => ofReply(resemblesText(match, values)),
};

/** HTTP: signals, cameras and simple players whose devices take requests. */
export const http = connectionDriver({
  grade: 'basic',
  settings: HttpSettings,
  line: lineSettings(codecs),
  head: headSettings(codecs),
  player: playerSettings(codecs),
  discovery,
  beside: (settings) => settings,
  open: (settings, attachments, deps) => {
    const conversation = new HttpConversation(settings, deps);
    const devices = templatedDevices(protocol, conversation);
    devices.follow(attachments);
    return {
      ...devices,
      close: () => {
        conversation.close();
      },
    };
  },
});
