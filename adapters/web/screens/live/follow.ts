// Follows the studio: a connection that notices within a second that it is lost, and comes back by itself.
import { Refusal } from '../../../client/client.js';
import { afterEvent, nothing, type Link, type Live, type StudioRecord } from './records.js';
import { serviceOf } from './service.js';

/** The intervals of signs of life, and how long none may come, in milliseconds: less than a second, and three of them. */
const pace = { heartbeatMs: 250, silenceMs: 950 };

const retryMs = 700;

/** How often a screen that nobody knows yet asks whether it is known. */
const unknownRetryMs = 2_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the link after an error. */
const linkAfter = (error: unknown): Link => {
  if (!(error instanceof Refusal)) return { is: 'lost' };
  return error.status === 401 ? { is: 'unknown' } : { is: 'refused', message: error.message };
};

type Receive = (type: string, data: StudioRecord) => void;

/** Follows one connection to its end. Returns the link after it. */
const followOnce = async (token: string, signal: AbortSignal, receive: Receive): Promise<Link> => {
  try {
    for await (const event of serviceOf(token).connect({ ...pace, records: true, signal }))
      if (event.type !== 'heartbeat') receive(event.type, event.data);
    return { is: 'lost' };
  } catch (error) {
    return linkAfter(error);
  }
};

/** Follows the studio until the returned function is called. */
export const followStudio = (token: string, show: (live: Live) => void): (() => void) => {
  let live = nothing;
  const over = new AbortController();

  const set = (next: Live): void => {
    live = next;
    if (!over.signal.aborted) show(live);
  };

  const follow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const link = await followOnce(token, over.signal, (type, data) => {
        set(afterEvent(live, type, data, Date.now()));
      });
      set({ ...live, link });
      await wait(link.is === 'lost' ? retryMs : unknownRetryMs);
    }
  };

  void follow();
  return () => {
    over.abort();
  };
};
