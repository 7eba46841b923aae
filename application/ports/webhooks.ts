// The ports of webhooks: where messages wait, and how one is sent.
import * as t from 'io-ts';
import { features, type Feature } from '../../domain/feature.js';
import { oneOf } from '../../domain/codec/codec.js';
import type { WebhookDefinition } from '../../domain/studio/webhook.js';

/** A message that waits. */
export const WebhookMessage = t.readonly(
  t.type({
    /** The same in every attempt. */
    id: t.string,
    /** Later messages have higher ones. */
    place: t.number,
    /** Since 1970 UTC, in milliseconds. */
    timeMs: t.number,
    /** The record that it is about: messages of one subject are delivered in their order. */
    subject: t.string,
    /** The features that it is about. It is sent only while the host may read all of them. */
    features: t.readonlyArray(oneOf<Feature>(...features)),
    body: t.string,
  }),
);
export type WebhookMessage = t.TypeOf<typeof WebhookMessage>;

/** A message, and the ids of the webhooks that have not accepted it. */
export const WaitingMessage = t.readonly(t.type({ message: WebhookMessage, to: t.readonlyArray(t.string) }));
export type WaitingMessage = t.TypeOf<typeof WaitingMessage>;

/** How many messages of a webhook were dropped since it was last sent their number, and the time of the first. */
export const LostMessages = t.readonly(t.type({ webhook: t.string, count: t.number, sinceMs: t.number }));
export type LostMessages = t.TypeOf<typeof LostMessages>;

/** A message that a webhook needs no more. */
export const DoneMessage = t.readonly(t.type({ webhook: t.string, id: t.string }));
export type DoneMessage = t.TypeOf<typeof DoneMessage>;

/** A change of what waits. */
export type OutboxChange =
  | { readonly waits: WaitingMessage }
  | { readonly done: DoneMessage }
  | { readonly lost: LostMessages };

/** What waits, oldest first, and what was lost. */
export interface OutboxContent {
  readonly waiting: readonly WaitingMessage[];
  readonly lost: readonly LostMessages[];
}

/** Stores messages until they are delivered. */
export interface OutboxFile {
  /** Returns what waits. Never rejects. */
  readonly load: () => Promise<OutboxContent>;
  /** Adds changes. Resolves once they would survive the end of this process. Rejects if it can't be written. Calls must not overlap. */
  readonly append: (changes: readonly OutboxChange[]) => Promise<void>;
  /** Resolves once what was appended would survive a power cut. */
  readonly sync: () => Promise<void>;
  /** Replaces the file by one with this content alone. Rejects if it can't be written. Calls must not overlap. */
  readonly replace: (content: OutboxContent) => Promise<void>;
  /** Returns the size of the file, in octets. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

/** What became of an attempt. */
export type Attempt =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      /** In words, without the path of the URL and without secrets. */
      readonly reason: string;
      /** Whether the receiver answers, but doesn't accept this message: others may be accepted. */
      readonly isRefused: boolean;
      /** How long the receiver wants to be left alone, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    };

/** Where a message is sent, and the secret that signs it, `whsec_` and base64. */
export interface SignedReceiver {
  readonly url: string;
  readonly secret: string;
}

/** Sends a message once. Never rejects. An abort ends the attempt. */
export type SendSigned = (
  receiver: SignedReceiver,
  message: Pick<WebhookMessage, 'id' | 'body'>,
  signal: AbortSignal,
) => Promise<Attempt>;

/** Sends a message of a webhook of the studio file once. Never rejects. An abort ends the attempt. `held` has secrets by their paths that
 * aren't in files yet. */
export type SendWebhook = (
  webhook: WebhookDefinition,
  message: Pick<WebhookMessage, 'id' | 'body'>,
  signal: AbortSignal,
  held?: ReadonlyMap<string, string>,
) => Promise<Attempt>;
