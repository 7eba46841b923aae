// Cuts a stream into VISCA messages, each of which ends with the byte FF.
import { decodeReplies, terminator, type CameraReply } from './messages.js';

/** The longest message, in bytes. */
const maxLength = 64;

/** Reads the replies of a camera. */
export class MessageCutter {
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly onReply: (reply: CameraReply) => void) {}

  /** Takes a part of the stream. Returns false if it has a message that is too long. */
  read(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(terminator) + 1;
    this.#rest = bytes.subarray(end);
    for (const reply of decodeReplies(bytes.subarray(0, end))) this.onReply(reply);
    return this.#rest.length <= maxLength;
  }
}
