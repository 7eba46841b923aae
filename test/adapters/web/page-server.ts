// The server of a page: what a test answers to each call, and the event streams that the page has opened.
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A request of the page. */
export interface PageRequest {
  /** Method and path, without `/api`. */
  readonly call: string;
  readonly body: unknown;
  readonly headers: Headers;
}

type Answer = (request: PageRequest) => Response | Promise<Response>;

/** An event stream that the page has opened. */
export class PageStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    server.streams.push(this);
  }

  open(): void {
    act(() => {
      this.onopen();
    });
  }

  /** Interrupts the stream; the browser opens it again, unless it was refused. */
  interrupt(isRefused = false): void {
    if (isRefused) this.readyState = PageStream.CLOSED;
    act(() => {
      this.onerror();
    });
  }

  send(type: string, data: object): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
    });
  }

  close(): void {
    this.readyState = PageStream.CLOSED;
  }
}

let answers = new Map<string, readonly Answer[]>();

/** The server of the page that is shown. */
export const server = {
  requests: [] as PageRequest[],
  streams: [] as PageStream[],
  /** The calls that the page has ended before they were answered. */
  ended: [] as string[],
  /** Answers a call, each time with the next answer; the last one stays. */
  answer: (call: string, ...next: readonly Answer[]): void => {
    answers.set(call, next);
  },
  /** Answers a call with this value. */
  reply: (call: string, value: unknown, etag?: string): void => {
    answers.set(call, [() => replied(value, etag)]);
  },
  /** Returns the calls of the page, with their parameters. */
  calls: (): readonly string[] => server.requests.map(({ call }) => call),
  /** Returns the requests that change something: call, body and the tag of the state that they are based on. */
  changes: (): readonly (readonly unknown[])[] =>
    server.requests
      .filter(({ call }) => !call.startsWith('GET '))
      .map(({ call, body, headers }) => {
        const tag = headers.get('If-Match');
        return [call, body, ...(tag === null ? [] : [tag])];
      }),
  /** Returns the stream that was opened last. */
  stream: (): PageStream => {
    const stream = server.streams.at(-1);
    if (stream === undefined) throw new Error('the page has opened no stream');
    return stream;
  },
};

/** Returns a successful answer; `etag` is the tag of the resource. */
export const replied = (value: unknown, etag = '"1"'): Response =>
  value === undefined
    ? new Response(null, { status: 204 })
    : Response.json(value, { headers: { ETag: etag, 'X-Configuration-Version': '7' } });

/** Returns a refusal. */
export const refused = (status: number, message: string, rest: object = {}): Response =>
  Response.json({ error: 'refused', message, ...rest }, { status });

/** Returns an answer that comes when it is given. */
export const held = (): { readonly answer: Answer; readonly give: (response: Response) => void } => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, give: resolve };
};

/** Returns the answer, unless the page ends the request before. */
const answered = (answer: Promise<Response>, signal: AbortSignal, call: string): Promise<Response> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    server.ended.push(call);
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', end);
  return Promise.race([answer, promise]).finally(() => {
    signal.removeEventListener('abort', end);
  });
};

const fetchAnswer = (path: string, { method = 'GET', body, headers, signal }: RequestInit = {}): Promise<Response> => {
  const call = `${method} ${path.replace(/^\/api/, '')}`;
  const request = {
    call,
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    headers: new Headers(headers),
  };
  server.requests.push(request);
  const [first, ...others] = answers.get(call) ?? [];
  if (others.length > 0) answers.set(call, others);
  const answer = Promise.resolve(first?.(request) ?? refused(404, `unknown: ${call}`));
  return signal == null ? answer : answered(answer, signal, call);
};

/** Begins a server without answers. What has no answer is refused as unknown. */
export const beginServer = (): void => {
  answers = new Map();
  Object.assign(server, { requests: [], streams: [], ended: [] });
  vi.stubGlobal('fetch', fetchAnswer);
  vi.stubGlobal('EventSource', PageStream);
};
