// A scripted OBS: a test writes every message, and gets what the driver sends. Its frames are those of the library `ws`.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { fieldOf, listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { eventually } from '../../../support/eventually.js';

/** A message of the driver. */
export interface ReceivedMessage {
  readonly op: number;
  readonly content: unknown;
}

/** A scripted OBS. */
export interface RawObs {
  readonly port: number;
  /** What the driver has sent, oldest first. */
  readonly received: ReceivedMessage[];
  /** Sends a text, or the bytes of one, to every client, whatever it is. */
  readonly send: (text: string | Buffer) => void;
  /** Sends a message of the protocol. */
  readonly sendMessage: (op: number, content: unknown) => void;
  readonly hangUp: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a scripted OBS. `answer` returns what it answers to a message, as messages of the protocol. */
export const rawObs = async (
  answer: (message: ReceivedMessage) => readonly (readonly [number, unknown])[] = () => [],
  hello: unknown = { obsWebSocketVersion: '5.1.0', rpcVersion: 1 },
): Promise<RawObs> => {
  const clients = new Set<WebSocket>();
  const received: ReceivedMessage[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const write = (client: WebSocket, op: number, d: unknown): void => {
    client.send(JSON.stringify({ op, d }));
  };
  server.on('connection', (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client)).on('error', () => undefined);
    client.on('message', (data) => {
      const message: unknown = JSON.parse((data as Buffer).toString());
      const one = { op: Number(fieldOf(message, 'op')), content: fieldOf(message, 'd') };
      received.push(one);
      for (const [op, d] of answer(one)) write(client, op, d);
    });
    write(client, 0, hello);
  });
  await once(server, 'listening');
  const send = (text: string | Buffer): void => {
    for (const client of clients) client.send(text, { binary: false });
  };
  const hangUp = (): void => {
    for (const client of clients) client.terminate();
  };
  return {
    port: (server.address() as AddressInfo).port,
    received,
    send,
    sendMessage: (op, d) => {
      send(JSON.stringify({ op, d }));
    },
    hangUp,
    close: async () => {
      hangUp();
      await eventually('all clients are gone', () => clients.size === 0);
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
};

/** How a scripted media source is. */
export interface ScriptedInput {
  readonly file?: string;
  readonly isShown?: boolean;
  readonly state?: string;
  readonly cursor?: unknown;
  readonly duration?: unknown;
}

const success = { requestStatus: { code: 100, result: true } };

const answersOf = (
  inputs: Readonly<Record<string, ScriptedInput>>,
  isInProgram: boolean,
): Readonly<Record<string, (data: unknown) => unknown>> => ({
  GetSceneItemList: () => ({
    sceneItems: Object.entries(inputs).map(([sourceName, { isShown = true }], index) => ({
      sourceName,
      sceneItemId: index + 1,
      sceneItemEnabled: isShown,
    })),
  }),
  GetSourceActive: (data) => ({
    videoActive: isInProgram && (inputs[textIn(data, 'sourceName') ?? '']?.isShown ?? true),
  }),
  GetInputSettings: (data) => ({
    inputKind: 'ffmpeg_source',
    inputSettings: { local_file: inputs[textIn(data, 'inputName') ?? '']?.file },
  }),
  GetMediaInputStatus: (data) => {
    const { state = 'NONE', cursor = null, duration = null } = inputs[textIn(data, 'inputName') ?? ''] ?? {};
    return { mediaState: `OBS_MEDIA_STATE_${state}`, mediaCursor: cursor, mediaDuration: duration };
  },
});

/** What a scripted OBS does besides showing its inputs. */
export interface Script {
  readonly isInProgram?: () => boolean;
  /** Whether it refuses to open a file. */
  readonly refuses?: (file: string) => boolean;
}

const refusal = { requestStatus: { code: 604, result: false, comment: 'The file can not be opened.' } };

/** Returns answers of an OBS that admits the driver, whose media sources are as `inputs` returns. */
export const scripted =
  (
    inputs: () => Readonly<Record<string, ScriptedInput>>,
    { isInProgram = () => true, refuses = () => false }: Script = {},
  ) =>
  ({ op, content }: ReceivedMessage): readonly (readonly [number, unknown])[] => {
    if (op === 1) return [[2, { negotiatedRpcVersion: 1 }]];
    const answers = answersOf(inputs(), isInProgram());
    const requests = listIn(content, 'requests');
    const isRefused = (request: unknown): boolean =>
      refuses(textIn(fieldOf(fieldOf(request, 'requestData'), 'inputSettings'), 'local_file') ?? '');
    const refused = requests.findIndex(isRefused);
    const results = (refused < 0 ? requests : requests.slice(0, refused)).map((request) => ({
      ...success,
      responseData: answers[textIn(request, 'requestType') ?? '']?.(fieldOf(request, 'requestData')),
    }));
    const all = refused < 0 ? results : [...results, refusal];
    return op === 8 ? [[9, { requestId: textIn(content, 'requestId'), results: all }]] : [];
  };
