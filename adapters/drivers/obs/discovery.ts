// Finds OBS Studio: obs-websocket sends a greeting to everyone who connects. Nothing is sent to it.
import { isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { WebSocket } from 'ws';
import type { Discovery, FoundEquipment, ProbeResult } from '../../../application/connections/discovery.js';
import { fieldOf, textIn } from '../../../domain/codec/unchecked.js';
import { parsedJson } from '../shared/json-pointer.js';
import { defaultPort } from './settings.js';

/** The longest greeting, in bytes. */
const maxLength = 4_096;

/** The kind of message (`op`) of a greeting. */
const hello = 0;

/** A studio file requires the folder, which OBS does not report before it has the password. */
const settings = { mediaFolder: '/replace/me' };
const folder = 'replace mediaFolder by the folder of the clips on the computer of OBS';
const password = 'it requires a password: add passwordFile';

const obsIn = (greeting: string): FoundEquipment | undefined => {
  const message = parsedJson(greeting);
  const content = fieldOf(message, 'd');
  const version = textIn(content, 'obsWebSocketVersion');
  if (fieldOf(message, 'op') !== hello || version === undefined || !/^[\w.-]{1,40}$/.test(version)) return undefined;
  const isLocked = fieldOf(content, 'authentication') !== undefined;
  const notes = isLocked ? [folder, password] : [folder];
  return { description: `OBS Studio with obs-websocket ${version}`, settings, notes };
};

const greetingOf = (socket: WebSocket): Promise<ProbeResult> =>
  new Promise((resolve) => {
    socket.once('message', (message) => {
      const found = obsIn((message as Buffer).toString());
      resolve(found === undefined ? E.left('is no OBS Studio: its greeting is another one') : E.right(found));
    });
    socket.on('error', ({ message }) => {
      resolve(E.left(`can not be asked: ${message}`));
    });
    socket.once('close', () => {
      resolve(E.left('closed the connection without a greeting'));
    });
  });

export const discovery: Discovery = {
  port: defaultPort,
  probe: async ({ host, port }, { signal }) => {
    // Loaded here, so that services without OBS don't load it.
    const { WebSocket: Socket } = await import('ws');
    const url = `ws://${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
    const socket = new Socket(url, 'obswebsocket.json', { perMessageDeflate: false, maxPayload: maxLength });
    const end = (): void => {
      socket.terminate();
    };
    signal.addEventListener('abort', end);
    return greetingOf(socket).finally(end);
  },
};
