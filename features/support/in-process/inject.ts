// Injects a call into an HTTP server without a network, with the caller's address that the scenario specifies.
import { IncomingMessage, type Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';
import type { ScenarioResponse, ScenarioCall, StreamContent, ScenarioStream, PendingCall } from '../driver.js';
import { hostFor } from '../service-address.js';

/** Event-loop turns before a call counts as not answered yet. */
const turns = 8;

const dispatchTo =
  (server: Server, { httpVersion = '1.1', path }: ScenarioCall): DispatchFunc =>
  (request, response) => {
    // The library reduces an absolute target to its path.
    Object.assign(request, { httpVersion, url: path });
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

const send = async (server: Server, call: ScenarioCall, signal: AbortSignal): Promise<ScenarioResponse> => {
  const options = optionsOf(call, signal);
  const { statusCode, headers, body } = await inject(dispatchTo(server, call), options);
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return { status: statusCode, headers: Object.fromEntries(texts), body };
};

/** Sends a call. `settled` resolves when nothing waits for the disk, which takes no time on the studio's clock. */
export const injectCall = (
  server: Server,
  call: ScenarioCall,
  settled: () => Promise<unknown> = () => Promise.resolve(),
): PendingCall => {
  const connection = new AbortController();
  const answer = send(server, call, connection.signal);
  let answered = false;
  answer.then(
    () => (answered = true),
    () => (answered = true),
  );
  return {
    isAnswered: async () => {
      for (let done = 0; done < turns && !answered; done += 1) await turn();
      if (!answered) await settled();
      for (let done = 0; done < turns && !answered; done += 1) await turn();
      return answered;
    },
    answer: () => answer,
    disconnect: async () => {
      connection.abort();
      await answer.catch(() => undefined);
    },
  };
};

/** Sends a call whose response stays open. */
export const openInjectedStream = (server: Server, call: ScenarioCall): ScenarioStream => {
  const connection = new AbortController();
  let received: StreamContent = { status: undefined, body: '', hasEnded: false };
  const listen = async (): Promise<void> => {
    const options = { ...optionsOf(call, connection.signal), payloadAsStream: true } as const;
    const answer = await inject(dispatchTo(server, call), options);
    received = { ...received, status: answer.statusCode };
    for await (const chunk of answer.stream()) received = { ...received, body: received.body + String(chunk) };
  };
  const end = (): void => {
    received = { ...received, hasEnded: true };
  };
  void listen().then(end, end);
  return {
    received: async () => {
      for (let done = 0; done < turns; done += 1) await turn();
      return received;
    },
    disconnect: () => {
      connection.abort();
    },
  };
};
