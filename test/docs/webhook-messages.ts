// The messages of webhooks, as docs/webhooks.md shows them.
import { bodyOf, messageTypes, type MessageType } from '../../application/webhooks/messages.js';

const exampleTimeMs = Date.UTC(2026, 0, 31, 12);

const exampleOf = (type: MessageType): string =>
  `\`\`\`json\n${JSON.stringify(JSON.parse(bodyOf(type, exampleTimeMs, messageTypes[type].example)), undefined, 2)}\n\`\`\``;

/** Returns the part of the page about each type of message. */
export const messageParts = (): readonly string[] =>
  (Object.keys(messageTypes) as readonly MessageType[]).map(
    (type) => `### ${type}\n\n${messageTypes[type].description}.\n\n${exampleOf(type)}\n`,
  );
