// A client of OBS that prepares it for tests. It shares no code with the driver.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fieldOf, textIn } from '../../../../domain/codec/unchecked.js';

/** A client. */
export interface ObsClient {
  /** Sends a request, and returns its response data. Rejects if OBS refuses it. */
  readonly request: (requestType: string, requestData?: object) => Promise<unknown>;
  readonly close: () => void;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

const proof = (password: string, authentication: unknown): string =>
  digest(digest(password + (textIn(authentication, 'salt') ?? '')) + (textIn(authentication, 'challenge') ?? ''));

const opened = (port: number, password: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${String(port)}`, 'obswebsocket.json');
    socket.addEventListener('error', () => {
      reject(new Error('OBS does not answer'));
    });
    socket.addEventListener('message', ({ data }) => {
      const message: unknown = JSON.parse(String(data));
      const authentication = proof(password, fieldOf(fieldOf(message, 'd'), 'authentication'));
      const identify = { rpcVersion: 1, eventSubscriptions: 0, authentication };
      if (fieldOf(message, 'op') === 0) socket.send(JSON.stringify({ op: 1, d: identify }));
      if (fieldOf(message, 'op') === 2) resolve(socket);
    });
  });

const eventuallyOpened = async (port: number, password: string): Promise<WebSocket> => {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await opened(port, password);
    } catch (error) {
      if (attempt === 200) throw error;
      await delay(100);
    }
};

/** Connects as soon as OBS answers, within 20 s. */
export const obsClient = async (port: number, password: string): Promise<ObsClient> => {
  const socket = await eventuallyOpened(port, password);
  let lastId = 0;
  const request = (requestType: string, requestData?: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const requestId = String(lastId);
      const listen = ({ data }: MessageEvent): void => {
        const answer = fieldOf(JSON.parse(String(data)), 'd');
        if (textIn(answer, 'requestId') !== requestId) return;
        socket.removeEventListener('message', listen);
        const status = fieldOf(answer, 'requestStatus');
        if (fieldOf(status, 'result') === true) resolve(fieldOf(answer, 'responseData'));
        else reject(new Error(`${requestType}: ${JSON.stringify(status)}`));
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ op: 6, d: { requestType, requestId, requestData } }));
    });
  return {
    request,
    close: () => {
      socket.close();
    },
  };
};
