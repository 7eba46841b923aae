// The port of messages between console processes. They are not stored, and may be lost.
import type { ObservedCalls } from '../../domain/access/observed-call.js';

/** A message about the calls of a studio. `from` identifies the process that sends it. */
export type ConsoleMessage =
  | { readonly kind: 'watch'; readonly studioId: string; readonly from: string }
  | { readonly kind: 'end-watch'; readonly studioId: string; readonly from: string }
  /** Whether a connected service can send its calls. */
  | { readonly kind: 'service'; readonly studioId: string; readonly sendsCalls: boolean }
  | { readonly kind: 'calls'; readonly studioId: string; readonly calls: ObservedCalls };

/** Passes messages to all console processes, this one included. */
export interface ConsoleMessages {
  /** The longest message, in octets of JSON. A longer one is not sent. */
  readonly maxLength: number;
  /** Sends a message; resolves once it is sent or lost. Never rejects. The messages of a process arrive in their order. */
  readonly send: (message: ConsoleMessage) => Promise<void>;
  /** Calls `onMessage` with every message from now on, until the returned function is called. */
  readonly watch: (onMessage: (message: ConsoleMessage) => void) => () => void;
}
