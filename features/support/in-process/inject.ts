// Puts a call into an HTTP server without a network: the caller's address is whatever the scenario says.
import { IncomingMessage, type Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';
import type { ScenarioAnswer, ScenarioCall, StreamContent, ScenarioStream, Waiting } from '../driver.js';
import { hostFor } from '../service-address.js';

/** How often the event loop turns before a call counts as not answered yet. */
const turns = 8;

const dispatchTo =
  (server: Server, httpVersion: string): DispatchFunc =>
  (request, response) => {
    request.httpVersion = httpVersion;
    server.emit('request', request, response);
  };

const optionsOf = ({ from, method, path, headers, body }: ScenarioCall, signal: AbortSignal): InjectOptions => ({
  method: method,
  url: path,
  remoteAddress: from,
  headers: { host: hostFor(from), ...lowerCase(headers ?? {}) },
  ...(body === undefined ? {} : { payload: body }),
  Request: IncomingMessage,
  signal,
});

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const send = async (server: Server, call: ScenarioCall, signal: AbortSignal): Promise<ScenarioAnswer> => {
  const options = optionsOf(call, signal);
  const { statusCode, headers, body } = await inject(dispatchTo(server, call.httpVersion ?? '1.1'), options);
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { status: statusCode, headers: Object.fromEntries(texts), body };
};

/** Sends a call. */
export const injectCall = (server: Server, call: ScenarioCall): Waiting => {
  const line = new AbortController();
  const answer = send(server, call, line.signal);
  let answered = false;
  answer.then(
    () => (answered = true),
    () => (answered = true),
  );
  return {
    isAnswered: async () => {
      for (let done = 0; done < turns && !answered; done += 1) await turn();
      return answered;
    },
    answer: () => answer,
    hangUp: async () => {
      line.abort();
      await answer.catch(() => undefined);
    },
  };
};

/** Sends a call whose answer stays open. */
export const followCall = (server: Server, call: ScenarioCall): ScenarioStream => {
  const line = new AbortController();
  let heard: StreamContent = { status: undefined, body: '', isOver: false };
  const listen = async (): Promise<void> => {
    const options = { ...optionsOf(call, line.signal), payloadAsStream: true } as const;
    const answer = await inject(dispatchTo(server, call.httpVersion ?? '1.1'), options);
    heard = { ...heard, status: answer.statusCode };
    for await (const chunk of answer.stream()) heard = { ...heard, body: heard.body + String(chunk) };
  };
  const over = (): void => {
    heard = { ...heard, isOver: true };
  };
  void listen().then(over, over);
  return {
    heard: async () => {
      for (let done = 0; done < turns; done += 1) await turn();
      return heard;
    },
    hangUp: () => {
      line.abort();
    },
  };
};
