// The limits of what waits for a webhook, and of its repetitions (WEBHOOK-5, WEBHOOK-6).
import type { BackoffBounds } from '../../domain/backoff.js';
import { dayMs, minuteMs } from '../../domain/time-units.js';

/** What limits the messages that wait, and how they are sent again. */
export interface DeliveryLimits {
  /** The most messages that wait for one webhook. */
  readonly maxWaiting: number;
  /** How long a message waits at most, in milliseconds. */
  readonly maxAgeMs: number;
  readonly backoff: BackoffBounds;
  /** The longest time for which a receiver that fails is left alone, in milliseconds. */
  readonly maxPauseMs: number;
  /** The longest time for which a receiver is left alone because it wants so, in milliseconds. */
  readonly maxRetryAfterMs: number;
}

/** The limits of the product. */
export const deliveryLimits: DeliveryLimits = {
  maxWaiting: 10_000,
  maxAgeMs: 3 * dayMs,
  backoff: { firstMs: 1_000, maxMs: 5 * minuteMs },
  maxPauseMs: minuteMs,
  maxRetryAfterMs: 15 * minuteMs,
};

/** The most messages that are sent at once. Each has another subject. */
export const maxConcurrent = 4;

/** With so many subjects that fail, the receiver counts as away: only one message at a time is attempted. */
export const subjectsOfAway = 3;
