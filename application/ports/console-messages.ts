// The port of messages between console processes. They are not stored, and may be lost.
import type { ObservedCalls } from '../../domain/access/observed-call.js';
import type { LiveState } from '../../domain/console/live-state.js';
import type { WatchTopic } from '../../domain/console/service-sends.js';

/** A message about a studio: what operators watch of it, a heartbeat, or what is asked of its service. `from` identifies the process that sends it. */
export type ConsoleMessage =
  | { readonly kind: 'watch'; readonly topic: WatchTopic; readonly studioId: string; readonly from: string }
  | { readonly kind: 'end-watch'; readonly topic: WatchTopic; readonly studioId: string; readonly from: string }
  /** Whether a connected service can send the topic. */
  | { readonly kind: 'service'; readonly topic: WatchTopic; readonly studioId: string; readonly sends: boolean }
  | { readonly kind: 'calls'; readonly studioId: string; readonly calls: ObservedCalls }
  | { readonly kind: 'state'; readonly studioId: string; readonly state: LiveState }
  /** A heartbeat of a service for its stream, which another process has. */
  | { readonly kind: 'heartbeat'; readonly studioId: string; readonly stream: string }
  /** An ask looks for the process that has the service's stream. Processes of earlier versions state no topic: they ask about the studio file. */
  | {
      readonly kind: 'ask';
      readonly studioId: string;
      readonly ask: string;
      readonly from: string;
      readonly about?: string | undefined;
    }
  /** A process has the stream. */
  | { readonly kind: 'ask-service'; readonly studioId: string; readonly ask: string; readonly from: string }
  | AskPart;

/** A part of an ask or of its answer, which are longer than a message, for the process `to`. */
export interface AskPart {
  readonly kind: 'ask-part';
  readonly studioId: string;
  readonly ask: string;
  readonly to: string;
  /** Counts from 0. */
  readonly index: number;
  readonly count: number;
  readonly text: string;
}

/** Passes messages to all console processes, this one included. */
export interface ConsoleMessages {
  /** The longest message, in octets of JSON. A longer one is not sent. */
  readonly maxLength: number;
  /** Sends a message; resolves once it is sent or lost. Never rejects. The messages of a process arrive in their order. */
  readonly send: (message: ConsoleMessage) => Promise<void>;
  /** Calls `onMessage` with every message from now on, until the returned function is called. */
  readonly watch: (onMessage: (message: ConsoleMessage) => void) => () => void;
}
