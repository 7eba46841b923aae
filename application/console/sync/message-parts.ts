// Texts that are longer than a message between console processes: cut into parts, and put together again.
import type { AskPart, ConsoleMessages } from '../../ports/console-messages.js';

/** The octets of a message besides its text. */
const overhead = 512;

/** How many parts are sent in a row, before other messages get their turn. */
const batchSize = 64;

const lengthOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

const halved = (text: string, maxLength: number): readonly string[] => {
  if (lengthOf(text) <= maxLength) return [text];
  const middle = Math.ceil(text.length / 2);
  return [...halved(text.slice(0, middle), maxLength), ...halved(text.slice(middle), maxLength)];
};

/** Returns a text in parts of at most `maxLength` octets of JSON. */
export const cut = (text: string, maxLength: number): readonly string[] => {
  const size = Math.min(text.length, maxLength);
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  return pieces.flatMap((piece) => halved(piece, maxLength));
};

/** Sends a text in parts, in their order. Resolves once they are sent or lost. */
export const sendParts = async (
  { send, maxLength }: Pick<ConsoleMessages, 'send' | 'maxLength'>,
  part: Pick<AskPart, 'studioId' | 'ask' | 'to'>,
  text: string,
): Promise<void> => {
  const texts = cut(text, maxLength - overhead);
  const messages = texts.map((one, index): AskPart => ({
    kind: 'ask-part',
    ...part,
    index,
    count: texts.length,
    text: one,
  }));
  for (let sent = 0; sent < messages.length; sent += batchSize)
    await Promise.all(messages.slice(sent, sent + batchSize).map(send));
};

/** Puts a text of at most `maxLength` characters together from its parts, which arrive in their order or are lost. */
export const partsCollector = (maxLength: number): ((part: AskPart) => string | undefined) => {
  let texts: string[] | undefined = [];
  let length = 0;
  /** Returns the text once it is complete. A text that misses a part is dropped. */
  return ({ index, count, text }) => {
    length += text.length;
    if (texts === undefined || index !== texts.length || text === '' || length > maxLength) {
      texts = undefined;
      return undefined;
    }
    texts.push(text);
    if (texts.length < count) return undefined;
    const whole = texts.join('');
    texts = undefined;
    return whole;
  };
};
