// A simulated camera that speaks VISCA: over IP, or by the same messages without the header, in datagrams or over TCP.
import { Buffer } from 'node:buffer';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { createServer, type Socket as TcpSocket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { textIn } from '../../domain/codec/unchecked.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { datagramOf, parseDatagram, type Received, type SentKind } from './message.js';
import { WireCamera, type WirePresets } from './wire-camera.js';

const Head = t.type({ presets: t.record(t.string, t.number) });

const presetsOf = ({ attachments }: FaceOptions): readonly WirePresets[] =>
  [...attachments.heads].flatMap(([camera, settings]) => {
    const head = Head.decode(settings);
    return E.isRight(head) ? [{ camera, presets: head.right.presets }] : [];
  });

/** How many controllers a camera remembers. */
const maxControllers = 100;

/** The last number of each controller. A camera executes no message whose number it knows already. */
class Numbers {
  readonly #byController = new Map<string, number>();

  reset(controller: string): void {
    this.#byController.delete(controller);
  }

  /** Whether a message has another number than the last one of its controller. */
  isNew(controller: string, number: number): boolean {
    if (this.#byController.get(controller) === number) return false;
    this.#byController.delete(controller);
    this.#byController.set(controller, number);
    for (const oldest of this.#byController.keys())
      if (this.#byController.size > maxControllers) this.#byController.delete(oldest);
    return true;
  }
}

/** Sends a message to the controller that is being answered. */
type Send = (kind: SentKind, contents: string) => void;

const answering =
  (camera: WireCamera, numbers: Numbers) =>
  ({ kind, number, contents }: Received, controller: string, send: Send): void => {
    const reply = (answer: string): void => {
      send('reply', answer);
    };
    if (kind === 'control' && contents === '01') {
      numbers.reset(controller);
      send('controlReply', '01');
    } else if (kind === 'other' || kind === 'control') send('controlError', '0f02');
    else if (!numbers.isNew(controller, number)) send('controlError', '0f01');
    else camera.handle(contents, reply);
  };

const bound = (socket: Socket, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.bind(port, host, () => {
      resolve(socket.address().port);
    });
  });

/** Answers datagrams: with the header of VISCA over IP, or without it. */
const datagramFace = (options: FaceOptions, hasHeader: boolean): WireFace => {
  const camera = new WireCamera(presetsOf(options), options.devices.cameras);
  const answer = answering(camera, new Numbers());
  let socket: Socket | undefined;

  const receive = (datagram: Buffer, { address, port }: RemoteInfo): void => {
    const sendBytes = (bytes: Buffer): void => {
      if (camera.isReachable) socket?.send(bytes, port, address);
    };
    if (!camera.isReachable) return;
    if (!hasHeader) {
      camera.handle(datagram.toString('hex'), (contents) => {
        sendBytes(Buffer.from(contents, 'hex'));
      });
      return;
    }
    const received = parseDatagram(datagram);
    if (received === undefined) return;
    answer(received, `${address} ${String(port)}`, (kind, contents) => {
      sendBytes(datagramOf(kind, received.number, contents));
    });
  };

  return {
    listen: (port, host) => {
      socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
      socket.on('message', receive);
      return bound(socket, port, host);
    },
    close: () =>
      new Promise((resolve) => {
        const listening = socket;
        socket = undefined;
        if (listening === undefined) resolve();
        else listening.close(resolve);
      }),
  };
};

/** The longest message of a controller, in bytes. */
const maxLength = 64;

/** Answers the messages of a connection, each of which ends with the byte FF. */
const serve = (camera: WireCamera, client: TcpSocket): void => {
  let rest: Buffer = Buffer.alloc(0);
  client.setNoDelay(true).on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0xff); end >= 0; end = rest.indexOf(0xff)) {
      camera.handle(rest.toString('hex', 0, end + 1), (contents) => {
        if (camera.isReachable && !client.destroyed) client.write(Buffer.from(contents, 'hex'));
      });
      rest = rest.subarray(end + 1);
    }
    if (rest.length > maxLength) client.destroy();
  });
};

/** Answers the messages of TCP connections. */
const streamFace = (options: FaceOptions): WireFace => {
  const camera = new WireCamera(presetsOf(options), options.devices.cameras);
  const listener = new TcpListener(() =>
    createServer((client) => {
      serve(camera, client);
    }),
  );
  const unsubscribe = options.devices.cameras.watch(() => {
    listener.follow(camera.isReachable);
  });
  return {
    listen: (port, host) => listener.listen(port, host),
    close: () => {
      unsubscribe();
      return listener.hangUp();
    },
  };
};

/** Opens the face of a connection that has the protocol `visca`. */
export const viscaFace: OpenFace = (options) => {
  const transport = textIn(options.settings, 'transport') ?? 'udp';
  return transport === 'tcp' ? streamFace(options) : datagramFace(options, transport === 'udp');
};
