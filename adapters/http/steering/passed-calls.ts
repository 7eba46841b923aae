// The route by which the pages of screens call the service through the simulator.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { HttpReply } from '../server/reply.js';
import type { Handler } from '../server/server.js';

/** Passes a call on. Resolves with the answer; null if none is to reach the page. `ended` is aborted when the page is gone. */
type PassCall = (call: {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly ended: AbortSignal;
}) => Promise<{ readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: Readable } | null>;

/** An answer that breaks off. Without a head, a browser would make the call a second time on another connection. */
const brokenOff: HttpReply = {
  status: 200,
  headers: { 'Content-Length': 1 },
  body: (response) => {
    response.flushHeaders();
    response.socket?.end();
  },
};

/** Returns the route. A page that goes ends its call, and its stream. */
export const passedCalls = (pass: PassCall): readonly [path: string, handler: Handler] => [
  '/api/v2/*',
  async ({ method, path, rawQuery, headers, raw }) => {
    const end = new AbortController();
    const abort = (): void => {
      end.abort();
    };
    raw.socket.once('close', abort);
    const target = rawQuery === '' ? path : `${path}?${rawQuery}`;
    const answer = await pass({ method, target, headers, body: raw, ended: end.signal });
    raw.socket.off('close', abort);
    if (answer === null) return brokenOff;
    const { status, headers: answered, body } = answer;
    return { status, headers: answered, body: (response) => void pipeline(body, response, () => undefined) };
  },
];
