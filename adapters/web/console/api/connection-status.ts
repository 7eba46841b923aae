// Status of the connection to the console, as the page observes it.
import { createStore } from './store.js';

/** Whether the last request got a reply. */
export const consoleReachable = createStore(true);

/** Number of requests that have been waiting for long. */
export const slowRequestCount = createStore(0);

/** True once a request was refused because the session has ended. */
export const hasSessionEnded = createStore(false);

/** What the console said when it refused a request without a session. */
export const sessionEndReason = createStore<string | null>(null);

/** How changes arrive: pushed by the change feed (`live`), or read every few seconds (`polling`). */
export const changeFeedStatus = createStore<'connecting' | 'live' | 'polling'>('connecting');
