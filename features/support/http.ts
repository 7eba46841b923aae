// HTTP requests that are sent exactly as a scenario specifies them.
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ScenarioResponse, StreamContent, ScenarioStream } from './driver.js';

/** One HTTP request. */
export interface HttpCall extends Pick<RequestOptions, 'host' | 'port' | 'method' | 'path' | 'localAddress'> {
  /** Default: `http:`. */
  readonly protocol?: 'http:' | 'https:';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const request = (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest =>
  (options.protocol === 'https:' ? requestHttps : requestHttp)(options, onAnswer);

/** Sends a request on a connection of its own. */
export const sendHttp = ({ headers, body, ...call }: HttpCall): Promise<ScenarioResponse> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request({ ...call, agent: false, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const texts = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(texts), body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Opens a request whose response stays open, on a connection of its own. */
export const openHttpStream = ({ headers, ...call }: HttpCall): ScenarioStream => {
  const connection = new AbortController();
  let received: StreamContent = { status: undefined, body: '', hasEnded: false };
  const end = (): void => {
    received = { ...received, hasEnded: true };
  };
  const sent = request({ ...call, agent: false, headers, signal: connection.signal }, (answer) => {
    received = { ...received, status: answer.statusCode ?? 0 };
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      received = { ...received, body: received.body + chunk };
    });
    answer.on('error', end).on('close', end);
  });
  sent.on('error', end).end();
  return {
    received: () => received,
    disconnect: () => {
      connection.abort();
    },
  };
};
