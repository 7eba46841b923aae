// Follows the studio: a connection that notices within a second that it is lost, and comes back by itself.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterEvent, nothing, type Link, type Live, type StudioRecord } from './records.js';
import { headersWith } from './service.js';

const heartbeatMs = 250;

/** How long nothing may come before the connection counts as lost, in milliseconds: less than a second, and three heartbeats. */
const silenceMs = 950;

const retryMs = 700;

/** How often a screen that nobody knows yet asks whether it is known. */
const unknownRetryMs = 2_000;

const refusalOf = async (response: Response): Promise<Link> => {
  if (response.status === 401) return { is: 'unknown' };
  const body = (await response.json().catch(() => ({}))) as { readonly message?: unknown };
  return {
    is: 'refused',
    message: typeof body.message === 'string' ? body.message : 'The service refuses this screen.',
  };
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Aborts a connection on which nothing comes for too long. */
const watchSilence = (abort: () => void): { readonly heard: () => void; readonly stop: () => void } => {
  let last = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - last > silenceMs) abort();
  }, 100);
  return {
    heard: () => {
      last = performance.now();
    },
    stop: () => {
      clearInterval(timer);
    },
  };
};

/** What a connection reports. */
interface Receiver {
  readonly event: (name: string, data: StudioRecord) => void;
  /** Anything came, also a heartbeat. */
  readonly heard: () => void;
}

const readEvents = async (body: ReadableStream<Uint8Array>, { event, heard }: Receiver): Promise<void> => {
  const listened = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      heard();
      controller.enqueue(chunk);
    },
  });
  const events = body
    .pipeThrough(listened)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await events.read();
    if (done) return;
    event(value.event ?? '', JSON.parse(value.data) as StudioRecord);
  }
};

/** Follows one connection to its end. Returns the link after it. */
const followOnce = async (token: string, end: AbortController, event: Receiver['event']): Promise<Link> => {
  const { heard, stop } = watchSilence(() => {
    end.abort();
  });
  try {
    const response = await fetch(`/api/v2/events?records=state&heartbeat=${String(heartbeatMs)}`, {
      headers: headersWith(token),
      cache: 'no-store',
      signal: end.signal,
    });
    heard();
    if (!response.ok) return await refusalOf(response);
    if (response.body !== null) await readEvents(response.body, { event, heard });
    return { is: 'lost' };
  } catch {
    return { is: 'lost' };
  } finally {
    stop();
  }
};

/** Follows the studio until the returned function is called. */
export const followStudio = (token: string, show: (live: Live) => void): (() => void) => {
  let live = nothing;
  let end = new AbortController();
  const over = new AbortController();

  const set = (next: Live): void => {
    live = next;
    if (!over.signal.aborted) show(live);
  };

  const follow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      end = new AbortController();
      const link = await followOnce(token, end, (name, data) => {
        set(afterEvent(live, name, data, Date.now()));
      });
      set({ ...live, link });
      await wait(link.is === 'lost' ? retryMs : unknownRetryMs);
    }
  };

  void follow();
  return () => {
    over.abort();
    end.abort();
  };
};
