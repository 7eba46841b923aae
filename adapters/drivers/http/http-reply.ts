// A reply of a device, ready to be compared with matches.
import { ReceivedText } from '../shared/templates/text-match.js';
import type { HttpAnswer } from '../shared/http-exchange.js';

/** A reply. */
export interface ReceivedReply {
  readonly status: number;
  readonly received: ReceivedText;
}

/** Reads the text of an answer. */
export const httpReply = ({ status, body }: HttpAnswer): ReceivedReply => ({
  status,
  received: new ReceivedText(body.toString('utf8').trim()),
});
