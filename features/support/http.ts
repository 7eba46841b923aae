// HTTP requests with nothing added to them: what a scenario says is what is sent.
import { request, type RequestOptions } from 'node:http';
import type { ScenarioAnswer, StreamContent, ScenarioStream } from './driver.js';

/** One request on the network. */
export interface HttpCall extends Pick<RequestOptions, 'host' | 'port' | 'method' | 'path' | 'localAddress'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request on a connection of its own. */
export const sendHttp = ({ headers, body, ...call }: HttpCall): Promise<ScenarioAnswer> =>
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

/** Opens a request whose answer stays open, on a connection of its own. */
export const followHttp = ({ headers, ...call }: HttpCall): ScenarioStream => {
  const line = new AbortController();
  let heard: StreamContent = { status: undefined, body: '', isOver: false };
  const over = (): void => {
    heard = { ...heard, isOver: true };
  };
  const sent = request({ ...call, agent: false, headers, signal: line.signal }, (answer) => {
    heard = { ...heard, status: answer.statusCode ?? 0 };
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      heard = { ...heard, body: heard.body + chunk };
    });
    answer.on('error', over).on('close', over);
  });
  sent.on('error', over).end();
  return {
    heard: () => heard,
    hangUp: () => {
      line.abort();
    },
  };
};
