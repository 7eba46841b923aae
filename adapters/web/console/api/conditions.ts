// How the page stands with its console: whether it answers, whether it does so in time, whether the session is open.
import { createStore } from './store.js';

/** False from the first request that got no answer until the next one that did. */
export const reachable = createStore(true);

/** How many requests have been waiting for long. */
export const slowRequests = createStore(0);

/** True once a request was refused because the session has ended. */
export const sessionEnded = createStore(false);

/** How changes come in: pushed as they happen, or asked for every few seconds. */
export const liveness = createStore<'connecting' | 'live' | 'polling'>('connecting');
