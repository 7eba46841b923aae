// The messages of webhooks, as docs/webhooks.md shows them.
import { bodyOfCondition, consoleMessageTypes } from '../../application/console/webhooks/messages.js';
import { bodyOf, messageTypes, type MessageType } from '../../application/webhooks/messages.js';

const exampleTimeMs = Date.UTC(2026, 0, 31, 12);

const partOf = (title: string, description: string, body: string): string =>
  `### ${title}\n\n${description}.\n\n\`\`\`json\n${JSON.stringify(JSON.parse(body), undefined, 2)}\n\`\`\`\n`;

/** Returns the part of the page about each type of message. */
export const messageParts = (): readonly string[] => [
  ...(Object.keys(messageTypes) as readonly MessageType[]).map((type) =>
    partOf(type, messageTypes[type].description, bodyOf(type, exampleTimeMs, messageTypes[type].example)),
  ),
  ...Object.entries(consoleMessageTypes).map(([type, { description, example, turn }]) =>
    partOf(
      `At the console: ${type}`,
      description,
      bodyOfCondition('1f0c5d2a9b7e4836', example, turn, exampleTimeMs + 190_000),
    ),
  ),
];
