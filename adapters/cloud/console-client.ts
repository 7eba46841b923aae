// What the service says to the console over HTTP: four requests, all of them outwards.
import { createParser } from 'eventsource-parser';
import { CallReport } from '../../domain/access/report.js';

/** Where the console is and what it lets the service in with. */
export interface ConsoleAccess {
  /** The console's address, as in `https://console.example`; a path before its routes may follow. */
  readonly url: string;
  readonly studioId: string;
  readonly studioKey: string;
}

/** An answer that isn't the one hoped for. */
export class ConsoleRefusal extends Error {
  constructor(readonly status: number) {
    super(status === 401 ? 'the console does not know the studio key' : `the console answered ${String(status)}`);
  }
}

/** An event of the console's stream. */
export interface ConsoleEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** The console as the service sees it. Every promise rejects when the network fails or the answer isn't as hoped. */
export interface ConsoleClient {
  /** Opens the stream of events and resolves when it has ended; `onSign` hears every sign of life. */
  readonly follow: (onEvent: (event: ConsoleEvent) => void, onSign: () => void, signal: AbortSignal) => Promise<void>;
  /** The configuration as JSON, unless its version is still `version`. */
  readonly ask: (version: number, signal: AbortSignal) => Promise<string | undefined>;
  readonly tell: (applied: object, signal: AbortSignal) => Promise<void>;
  /** Resolves once the console has the report for good. */
  readonly report: (report: CallReport, signal: AbortSignal) => Promise<void>;
}

interface Asking {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly method?: string;
  readonly body?: string;
}

/** The longest configuration that is read, characters: some hundred thousand devices. */
const longestConfiguration = 32 * 1_048_576;

/** The console's address without what must not be in a log, ready for relative paths. */
const baseOf = (url: string): URL => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  base.username = '';
  base.password = '';
  return base;
};

const readAll = async ({ body }: Response, onText: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }));
};

const readText = async (response: Response): Promise<string> => {
  const parts: string[] = [];
  let length = 0;
  await readAll(response, (text) => {
    length += text.length;
    if (length > longestConfiguration) throw new Error('the console sent too long an answer');
    parts.push(text);
  });
  return parts.join('');
};

const readEvents = async (response: Response, onEvent: (event: ConsoleEvent) => void, onSign: () => void) => {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      onEvent({ event, data });
    },
    maxBufferSize: longestConfiguration,
  });
  await readAll(response, (text) => {
    onSign();
    parser.feed(text);
  });
};

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** A certificate is always checked, and no redirection is followed: the key goes nowhere else. */
const asker = ({ url, studioId, studioKey }: ConsoleAccess) => {
  const authorization = `Basic ${Buffer.from(`${studioId}:${studioKey}`, 'utf8').toString('base64')}`;
  const base = baseOf(url);
  return async (path: string, asking: Asking): Promise<Response> => {
    const headers = { ...asking.headers, authorization };
    const response = await fetch(new URL(path, base), { ...asking, headers, redirect: 'error' });
    if (response.ok || response.status === 304) return response;
    await response.body?.cancel();
    throw new ConsoleRefusal(response.status);
  };
};

/** Speaks to a console. */
export const consoleClient = (access: ConsoleAccess): ConsoleClient => {
  const ask = asker(access);
  const post = async (path: string, sent: object, signal: AbortSignal): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(sent), signal });
    await response.body?.cancel();
  };
  return {
    follow: async (onEvent, onSign, signal) => {
      const response = await ask('sync/events', { headers: { accept: 'text/event-stream' }, signal });
      if (!isEventStream(response)) throw new Error('the console sent no event stream');
      onSign();
      await readEvents(response, onEvent, onSign);
    },
    ask: async (version, signal) => {
      const headers = { 'if-none-match': `"${String(version)}"` };
      const response = await ask('sync/configuration', { headers, signal });
      const text = await readText(response);
      return response.status === 304 ? undefined : text;
    },
    tell: (applied, signal) => post('sync/applied', applied, signal),
    report: (report, signal) => post('sync/reports', CallReport.encode(report), signal),
  };
};
