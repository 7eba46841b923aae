// The service's HTTP client for the console, with its requests.
import { createParser } from 'eventsource-parser';
import { serviceSends, serviceSendsHeader, type ServiceSends } from '../../domain/console/service-sends.js';
import type { LiveState } from '../../domain/console/live-state.js';
import type { ServiceStatus } from '../../domain/console/service-status.js';
import type { ObservedCalls } from '../../domain/access/observed-call.js';
import { CallReport } from '../../domain/access/report.js';

/** The console's URL and the service's credentials. */
export interface ConsoleAccess {
  /** For example `https://console.example`; may include a path prefix. */
  readonly url: string;
  readonly studioId: string;
  /** Returns the studio key that requests send from now on. */
  readonly studioKey: () => string;
  /** What the service lists that it sends. Default: what all services send. */
  readonly sends?: readonly ServiceSends[];
  /** Sends requests. Default: over the network. */
  readonly fetch?: (url: URL, options: RequestInit) => Promise<Response>;
}

/** Reports an unexpected response status. */
export class ConsoleRefusal extends Error {
  constructor(readonly status: number) {
    super(
      status === 401
        ? 'the console does not know the studio key'
        : `the console responded with status ${String(status)}`,
    );
  }
}

/** An event of the console's stream. */
export interface ConsoleEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** The console's API for services. Every promise rejects when the network or the console fails. */
export interface ConsoleClient {
  /** Opens the event stream and resolves when it has ended; `onActivity` is called whenever anything arrives. */
  readonly follow: (
    onEvent: (event: ConsoleEvent) => void,
    onActivity: () => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Resolves with the configuration as JSON, or `undefined` if its version is still `version`. */
  readonly fetchConfiguration: (version: number, signal: AbortSignal) => Promise<string | undefined>;
  readonly reportApplied: (applied: object, signal: AbortSignal) => Promise<void>;
  /** Resolves also if the console is too old to take a status. */
  readonly reportStatus: (status: ServiceStatus, signal: AbortSignal) => Promise<void>;
  /** Resolves once the console has stored the report. */
  readonly reportCalls: (report: CallReport, signal: AbortSignal) => Promise<void>;
  /** Sends calls to the operators who watch them. The console doesn't store them. */
  readonly sendCalls: (calls: ObservedCalls, signal: AbortSignal) => Promise<void>;
  /** Sends what the studio is doing to the operators who watch it. The console doesn't store it. */
  readonly sendState: (state: LiveState, signal: AbortSignal) => Promise<void>;
  /** Sends a heartbeat of the stream with the given id. Resolves also if the console that responds is too old to take it. */
  readonly sendHeartbeat: (stream: string, signal: AbortSignal) => Promise<void>;
  /** Sends the answer to what an operator asked, as JSON. Resolves also if nobody waits for it any more. */
  readonly sendAnswer: (answer: string, signal: AbortSignal) => Promise<void>;
}

interface RequestOptions {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly method?: string;
  readonly body?: string;
}

/** The longest configuration that is accepted, characters: some hundred thousand devices. */
const maxConfigurationLength = 32 * 1_048_576;

/** Returns the URL for relative paths, without credentials, which must not be logged. */
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
    if (length > maxConfigurationLength)
      throw new Error(`the console sent a response of more than ${String(maxConfigurationLength)} characters`);
    parts.push(text);
  });
  return parts.join('');
};

const readEvents = async (response: Response, onEvent: (event: ConsoleEvent) => void, onActivity: () => void) => {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      onEvent({ event, data });
    },
    maxBufferSize: maxConfigurationLength,
  });
  await readAll(response, (text) => {
    onActivity();
    parser.feed(text);
  });
};

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Always verifies certificates, and follows no redirect: the key must not be sent anywhere else. */
const requester = ({ url, studioId, studioKey, fetch: send = fetch }: ConsoleAccess) => {
  const authorization = (): string => `Basic ${Buffer.from(`${studioId}:${studioKey()}`, 'utf8').toString('base64')}`;
  const base = baseOf(url);
  return async (path: string, options: RequestOptions): Promise<Response> => {
    const headers = { ...options.headers, authorization: authorization() };
    const response = await send(new URL(path, base), { ...options, headers, redirect: 'error' });
    if (response.ok || response.status === 304) return response;
    await response.body?.cancel();
    throw new ConsoleRefusal(response.status);
  };
};

const ignoreUnknownRoute = (error: unknown): void => {
  if (!(error instanceof ConsoleRefusal && error.status === 404)) throw error;
};

/** Creates a client. */
export const consoleClient = (access: ConsoleAccess): ConsoleClient => {
  const send = requester(access);
  const { sends = serviceSends } = access;
  const postText = async (path: string, body: string, signal: AbortSignal): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await send(path, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
  };
  const post = (path: string, sent: object, signal: AbortSignal): Promise<void> =>
    postText(path, JSON.stringify(sent), signal);
  return {
    follow: async (onEvent, onActivity, signal) => {
      const headers = { accept: 'text/event-stream', [serviceSendsHeader]: sends.join() };
      const response = await send('sync/events', { headers, signal });
      if (!isEventStream(response)) throw new Error('the console sent no event stream');
      onActivity();
      await readEvents(response, onEvent, onActivity);
    },
    fetchConfiguration: async (version, signal) => {
      const headers = { 'if-none-match': `"${String(version)}"` };
      const response = await send('sync/configuration', { headers, signal });
      const text = await readText(response);
      return response.status === 304 ? undefined : text;
    },
    reportApplied: (applied, signal) => post('sync/applied', applied, signal),
    reportStatus: (status, signal) => post('sync/status', status, signal).catch(ignoreUnknownRoute),
    reportCalls: (report, signal) => post('sync/reports', CallReport.encode(report), signal),
    sendCalls: (calls, signal) => post('sync/calls', calls, signal),
    sendState: (state, signal) => post('sync/state', state, signal),
    sendHeartbeat: (stream, signal) => post('sync/heartbeat', { stream }, signal).catch(ignoreUnknownRoute),
    sendAnswer: (answer, signal) => postText('sync/answers', answer, signal).catch(ignoreUnknownRoute),
  };
};
