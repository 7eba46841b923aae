// The messages that webhooks are sent: their types, and an example of each (WEBHOOK-2). They are part of the contract.
import type { AsRunEntry } from '../../domain/as-run.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { LastRun } from '../../domain/studio/last-run.js';
import type { StudioStatus } from '../../domain/studio/studio.js';
import type { WebhookEvent } from '../../domain/studio/webhook.js';
import type { Alarm } from '../alarms/alarm.js';
import type { Attempt } from '../ports/webhooks.js';

/** The studio. Its id is a password, so it is not sent. */
interface ShownStudio {
  readonly name: string;
  readonly status: StudioStatus;
}

/** The data of each event. */
export interface EventData {
  readonly 'alarm.raised': Alarm;
  readonly 'alarm.cleared': Alarm;
  readonly 'studio.on_air': ShownStudio;
  readonly 'studio.off_air': ShownStudio;
  readonly 'as_run.entry': AsRunEntry;
  readonly 'automation.failed': {
    readonly id: string;
    readonly name: string;
    readonly station: string;
    readonly lastRun: LastRun;
  };
  readonly 'service.started': Readonly<Record<string, never>>;
}

/** The data of each type of message: events, and what every webhook gets. */
export interface MessageData extends EventData {
  readonly 'messages.lost': { readonly count: number; readonly since: string };
  readonly test: { readonly webhook: string };
}
export type MessageType = keyof MessageData;

/** A message without its data, which the type decides. */
interface Described<Type extends MessageType> {
  readonly description: string;
  readonly example: MessageData[Type];
}

const alarm: Alarm = {
  id: '0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57',
  kind: 'output_away',
  subject: 'out-1',
  message: 'the player of the output "out-1" is not connected',
  raisedAt: '2026-01-31T12:00:00.000Z',
  clearedAt: null,
};

/** All types. */
export const messageTypes: { readonly [Type in MessageType]: Described<Type> } = {
  'alarm.raised': { description: 'An alarm was raised', example: alarm },
  'alarm.cleared': {
    description: 'An alarm is over; `message` is its last one',
    example: { ...alarm, clearedAt: '2026-01-31T12:03:10.000Z' },
  },
  'studio.on_air': { description: 'The studio went on air', example: { name: 'Studio One', status: 'on_air' } },
  'studio.off_air': { description: 'The studio went off air', example: { name: 'Studio One', status: 'off_air' } },
  'as_run.entry': {
    description: 'A command was sent to a device and has ended: an entry of the as-run log (`docs/as-run.md`)',
    example: {
      id: '8a0f3b1c-5f8e-4d0a-9a55-0d6f0a1b2c3d',
      day: '2026-01-31',
      sentAt: '2026-01-31T12:00:00.000Z',
      endedAt: '2026-01-31T12:00:00.045Z',
      durationMs: 45,
      outcome: 'confirmed',
      error: null,
      caller: 'device:Panel',
      startedBy: null,
      operation: 'clip.play',
      station: 'alpha',
      parameters: { output: 'out-1', scene: 'full', bank: 'news', clip: 'headlines' },
      action: '3f1c6c52-4c3b-4a52-9a43-3b7a6d0e1f2a',
    },
  },
  'automation.failed': {
    description: 'A run of an automation failed',
    example: {
      id: 'auto-1',
      name: 'Top of the hour',
      station: 'alpha',
      lastRun: {
        outcome: 'failed',
        step: 2,
        error: 'device_unavailable',
        startedAt: '2026-01-31T12:00:00.000Z',
        endedAt: '2026-01-31T12:00:00.030Z',
      },
    },
  },
  'service.started': {
    description:
      'The service has started. Alarms that were raised before it are over, unless they are raised again after it',
    example: {},
  },
  'messages.lost': {
    description:
      'Messages for this webhook were dropped, because too many waited or for too long; `since` is the time of the first',
    example: { count: 12, since: '2026-01-31T12:00:00.000Z' },
  },
  test: { description: 'Somebody tests the webhook', example: { webhook: 'newsroom' } },
};

/** Returns the body of a message of any type. `timestamp` is when it happened. */
export const messageBody = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data });

/** Returns the body of a message. */
export const bodyOf = (type: MessageType, timeMs: number, data: MessageData[MessageType]): string =>
  messageBody(type, utcTime(timeMs), data);

/** Something that happened: its type, its data, and the record that it is about. */
export interface Occurrence<Type extends WebhookEvent = WebhookEvent> {
  readonly type: Type;
  readonly subject: string;
  readonly data: EventData[Type];
}

/** What became of a test. */
export interface TestResult {
  readonly isDelivered: boolean;
  /** In words. */
  readonly answer: string;
}

/** Returns what became of a test. `to` names the webhook and its host. */
export const testResult = (to: string, attempt: Attempt): TestResult =>
  attempt.isDelivered
    ? { isDelivered: true, answer: `${to} has accepted the test: it answered with ${String(attempt.status)}` }
    : { isDelivered: false, answer: `${to} has not accepted the test: ${attempt.reason}` };
