// What surrounds a view of a page that is shown without a browser: the browser's globals, and the answers of the console.
import { vi } from 'vitest';

/** A request of the page. */
export interface PageRequest {
  /** Method and path, without `/api`. */
  readonly call: string;
  readonly body: unknown;
  readonly ifMatch: string | null;
  /** The credentials of a call of the reference page. */
  readonly authorization?: string;
}

/** The document of a page: what has the focus, and its events. */
export class PageDocument extends EventTarget {
  readonly body = {};
  readonly documentElement = { dataset: {} };
  activeElement: unknown = this.body;
  hidden = false;
  title = '';
  readonly getElementById = (): null => null;
}

/** Gives a page the globals of a browser. Returns its document, and a function that ends the timers of the page. */
export const browserGlobals = (): { readonly document: PageDocument; readonly restore: () => void } => {
  const document = new PageDocument();
  const begin = setTimeout;
  const timers: NodeJS.Timeout[] = [];
  vi.stubGlobal('document', document);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('setTimeout', (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const timer = begin(run, ms, ...values);
    timers.push(timer);
    return timer;
  });
  const restore = (): void => {
    for (const timer of timers) clearTimeout(timer);
    vi.unstubAllGlobals();
  };
  return { document, restore };
};

type Answer = () => Response | Promise<Response>;

/** Returns an answer; `etag` is the tag of the resource. */
export const replied = (value: unknown, { status = 200, etag = '"1"', version = '7' } = {}): Response =>
  Response.json(value, { status, headers: { ETag: etag, 'X-Configuration-Version': version } });

/** Returns a refusal. */
export const refused = (status: number, message: string, rest: object = {}): Response =>
  Response.json({ error: 'refused', message, ...rest }, { status });

/** The console of a page, and the page's browser. */
export interface StagedConsole extends ReturnType<typeof browserGlobals> {
  readonly requests: PageRequest[];
  /** Answers a call, each time with the next answer; the last one stays. */
  readonly answer: (call: string, ...next: readonly Answer[]) => void;
  /** The calls that the page has ended before they were answered. */
  readonly ended: readonly string[];
  /** Returns the requests that change something. */
  readonly changes: () => readonly PageRequest[];
}

/** Returns the answer, unless the page ends the request before. */
const answered = async (answer: Promise<Response>, signal: AbortSignal, onEnd: () => void): Promise<Response> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    onEnd();
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', end);
  return Promise.race([answer, promise]).finally(() => {
    signal.removeEventListener('abort', end);
  });
};

/** Answers the requests of the page until the globals are restored. What has no answer is refused as unknown. */
export const stagedConsole = (): StagedConsole => {
  const requests: PageRequest[] = [];
  const ended: string[] = [];
  const answers = new Map<string, Answer[]>();
  const { document, restore } = browserGlobals();
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body, headers, signal }: RequestInit) => {
    const call = `${method} ${path.replace(/^\/api/, '')}`;
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const sent = new Headers(headers);
    const authorization = sent.get('Authorization');
    const credentials = authorization === null ? {} : { authorization };
    requests.push({ call, body: parsed, ifMatch: sent.get('If-Match'), ...credentials });
    const [first, ...others] = answers.get(call) ?? [];
    if (others.length > 0) answers.set(call, others);
    const answer = Promise.resolve(first?.() ?? refused(404, `unknown: ${call}`));
    return signal == null ? answer : answered(answer, signal, () => ended.push(call));
  });
  return {
    document,
    restore,
    requests,
    ended,
    answer: (call, ...next) => {
      answers.set(call, [...next]);
    },
    changes: () => requests.filter(({ call }) => !call.startsWith('GET ')),
  };
};

/** Returns an answer that comes when it is given. */
export const held = (): { readonly answer: Answer; readonly give: (response: Response) => void } => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, give: resolve };
};
