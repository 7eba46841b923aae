// Walks through the messages of an OSC bundle without decoding them. A CasparCG server sends the state of each channel
// once per frame, with hundreds of messages, of which the driver needs a few.
// The time tag is the number of the frame: the server counts the frames of all channels. The messages of a frame are
// sorted by address, and divided into several datagrams of the same number once they take 2 KiB.

/** Length of a bundle's name and time tag, in bytes. */
export const contentStart = 16;

const bundleName = Buffer.from('#bundle\0');

/** The server begins another datagram when one has reached this length, so a shorter one is the last of its frame. */
const fullLength = 2_048;

/** One message of a datagram, not decoded. */
export interface RawMessage {
  readonly start: number;
  readonly end: number;
}

/** Whether a datagram is a bundle. */
export const isBundle = (datagram: Buffer): boolean =>
  datagram.length >= contentStart && datagram.compare(bundleName, 0, bundleName.length, 0, bundleName.length) === 0;

export const frameNumber = (bundle: Buffer): bigint => bundle.readBigUInt64BE(bundleName.length);

export const isLastOfFrame = (bundle: Buffer): boolean => bundle.length < fullLength;

/** Returns the messages of a bundle. Throws a RangeError if a length is wrong. */
export const messagesOf = (bundle: Buffer): readonly RawMessage[] => {
  const messages: RawMessage[] = [];
  for (let at = contentStart; at < bundle.length;) {
    const start = at + 4;
    const end = start + bundle.readInt32BE(at);
    if (end <= start || end > bundle.length) throw new RangeError('an OSC message has a wrong length');
    messages.push({ start, end });
    at = end;
  }
  return messages;
};

/** Returns the address of a message. */
export const addressOf = (bundle: Buffer, { start, end }: RawMessage): string => {
  const zero = bundle.indexOf(0, start);
  return bundle.toString('latin1', start, zero < 0 ? end : Math.min(zero, end));
};

/** Whether the address of a message begins with a prefix. */
export const hasPrefix = (bundle: Buffer, { start, end }: RawMessage, prefix: Buffer): boolean =>
  end - start >= prefix.length && bundle.compare(prefix, 0, prefix.length, start, start + prefix.length) === 0;
