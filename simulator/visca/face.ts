// A simulated camera that speaks VISCA over IP.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { FaceOptions, OpenFace } from '../wire-face.js';
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

/** Opens the face of a connection that has the protocol `visca`. */
export const viscaFace: OpenFace = (options) => {
  const camera = new WireCamera(presetsOf(options), options.devices.cameras);
  const answer = answering(camera, new Numbers());
  let socket: Socket | undefined;

  const receive = (datagram: Buffer, { address, port }: RemoteInfo): void => {
    const received = parseDatagram(datagram);
    if (received === undefined || !camera.isReachable) return;
    answer(received, `${address} ${String(port)}`, (kind, contents) => {
      if (camera.isReachable) socket?.send(datagramOf(kind, received.number, contents), port, address);
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
