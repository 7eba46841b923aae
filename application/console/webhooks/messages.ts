// The messages of the console's webhooks: their types, and an example of each (WEBHOOK-14). They are part of the contract.
import { utcTime } from '../../../domain/codec/utc-time.js';
import { eventsOf, subjectOf, type ConsoleWebhookEvent, type OpenCondition } from '../../../domain/console/webhook.js';
import type { HashSecret } from '../../ports/console-secrets.js';
import type { WebhookMessage } from '../../ports/webhooks.js';
import { messageBody } from '../../webhooks/messages.js';

/** Whether a message is about the beginning of a condition, or about its end. */
export type Turn = 'begin' | 'end';

const studio = { id: 'studio-1', name: 'Studio One' };
const away: OpenCondition = { studio, alarm: null, since: '2026-01-31T12:00:00.000Z' };
const alarm: OpenCondition = {
  ...away,
  alarm: {
    kind: 'output_away',
    subject: 'out-1',
    message: 'the player of the output "out-1" is not connected',
    raisedAt: away.since,
  },
};

/** All types, each with the example of a condition that it is about. */
export const consoleMessageTypes: Readonly<
  Record<ConsoleWebhookEvent, { readonly description: string; readonly example: OpenCondition; readonly turn: Turn }>
> = {
  'studio.away': {
    description: 'The service of a studio has been disconnected for a minute',
    example: away,
    turn: 'begin',
  },
  'studio.back': {
    description: 'The service of a studio is connected again, or the studio was removed from the console',
    example: away,
    turn: 'end',
  },
  'alarm.raised': { description: 'A studio has reported an alarm', example: alarm, turn: 'begin' },
  'alarm.cleared': {
    description:
      'A studio reports an alarm no longer; `message` is the one with which it was raised, `clearedAt` the time at which the console noticed it',
    example: alarm,
    turn: 'end',
  },
};

/** Returns what stands for a studio in the messages of a webhook, always the same. Its id is a password of the legacy routes. */
export const studioRef = (hash: HashSecret, webhook: string, { studio: { id } }: OpenCondition): string =>
  hash(JSON.stringify([webhook, id])).slice(0, 16);

/** The data of a message. `endedAt` is null while the condition is open. */
const dataOf = (ref: string, { studio: { name }, alarm: reported, since }: OpenCondition, endedAt: string | null) => {
  const of = { ref, name };
  return reported === null
    ? { studio: of, awaySince: since, backAt: endedAt }
    : { studio: of, ...reported, clearedAt: endedAt };
};

/** Returns the body of a message. `ref` stands for the studio, and `endedMs` is when the console noticed the end. */
export const bodyOfCondition = (ref: string, condition: OpenCondition, turn: Turn, endedMs: number): string => {
  const endedAt = turn === 'end' ? utcTime(endedMs) : null;
  return messageBody(eventsOf(condition)[turn], endedAt ?? condition.since, dataOf(ref, condition, endedAt));
};

/** Returns the id of a message: the same for each attempt, also by another console process. */
export const messageId = (
  hash: HashSecret,
  webhook: string,
  condition: OpenCondition,
  turn: Turn,
): WebhookMessage['id'] =>
  `msg_${hash(JSON.stringify([webhook, subjectOf(condition), condition.since, turn])).slice(0, 32)}`;
