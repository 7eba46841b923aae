// Status of the connection to the console, as the page observes it.
import { createStore } from './store.js';

/** Whether the last request got a reply. */
export const consoleReachable = createStore(true);

/** Number of requests that have been waiting for long. */
export const slowRequestCount = createStore(0);

/** True once a request was refused because the session has ended. */
export const hasSessionEnded = createStore(false);

/** Why the session has ended, in the console's words; null if that is unknown. */
export const sessionEndReason = createStore<string | null>(null);

/** How changes arrive: pushed by the change feed (`live`), or read every few seconds (`polling`). */
export const changeFeedStatus = createStore<'connecting' | 'live' | 'polling'>('connecting');
