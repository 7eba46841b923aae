// The way of a screen's calls to the service: the pages of panels and displays on the simulator call as the virtual client.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { request } from '../node-http.js';
import type { PanelClientDeps } from './panel-client.js';
import type { ClientChoice } from './virtual-client.js';

/** A call of a page. */
export interface PageCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  /** Aborted when the page no longer waits for the answer. */
  readonly ended: AbortSignal;
}

/** What reaches the page; null if nothing does. */
export type PageAnswer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Readable;
} | null;

/** Passes calls to the service. Never rejects. */
export type Gateway = (call: PageCall) => Promise<PageAnswer>;

/** What a page decides of its calls. Its address, origin and cookies are those of the simulator, which the service doesn't know. */
const passed = ['accept', 'authorization', 'content-type', 'if-none-match', 'last-event-id'] as const;

const headersFor = ({ headers }: PageCall, token: string | null): OutgoingHttpHeaders => ({
  ...Object.fromEntries(passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))),
  ...(token !== null && { authorization: `Bearer ${token}` }),
});

/** Headers that describe a connection. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const answerOf = (response: IncomingMessage): PageAnswer => ({
  status: response.statusCode ?? 0,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofConnection.has(name))),
  body: response,
});

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/** What is done once an answer is there, and once a call was sent. */
interface Outcome {
  readonly answer: (response: IncomingMessage) => void;
  /** Ends the call without an answer. */
  readonly end: () => void;
}

/** Returns what becomes of an answer with the client's fault. Only actions are hung up, and lose their answers. */
const withFault = ({ current }: ClientChoice, call: PageCall, { clock }: PanelClientDeps, outcome: Outcome) => {
  const { fault } = current();
  const isAction = call.method === 'POST';
  return {
    sent: (): void => {
      if (isAction && fault?.type === 'hangs_up') outcome.end();
    },
    answered: (response: IncomingMessage): void => {
      // An answer that nobody reads keeps its connection until the page has gone.
      if (isAction && fault?.type === 'loses_answers') return;
      if (fault?.type === 'slow' && !isStream(response))
        clock.after(fault.delayMs, () => {
          outcome.answer(response);
        });
      else outcome.answer(response);
    },
  };
};

/** Returns the gateway of a client. Its running calls end when it becomes another client, and when its link is cut. */
export const gateway = (client: ClientChoice, deps: PanelClientDeps): Gateway => {
  const { hostname, port } = new URL(deps.url);
  const ends = new Set<() => void>();
  let last = client.current();
  client.watch(() => {
    const { address, token, fault } = client.current();
    const isSame = address === last.address && token === last.token && fault?.type !== 'cut';
    last = client.current();
    if (!isSame) for (const end of ends) end();
  });

  return (call) =>
    new Promise((resolve) => {
      const { address, token, fault } = client.current();
      if (fault?.type === 'cut') {
        resolve(null);
        return;
      }
      const connection = deps.connect(address);
      const close = (): void => void connection.destroy();
      const end = (): void => {
        // Ends the connection after what was sent, so that the call arrives.
        connection.end(close);
        resolve(null);
      };
      const { sent, answered } = withFault(client, call, deps, {
        end,
        answer: (response) => {
          resolve(answerOf(response));
        },
      });
      ends.add(close);
      connection.once('close', () => {
        ends.delete(close);
        resolve(null);
      });
      call.ended.addEventListener('abort', close);
      const { method, target: path } = call;
      const headers = headersFor(call, token);
      const made = request({ hostname, port, path, method, headers, createConnection: () => connection });
      made.on('error', close).on('finish', sent).on('response', answered);
      call.body.pipe(made);
    });
};
