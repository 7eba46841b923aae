// A simulated Panasonic camera, written from the maker's interface specifications (AW-HE42, AW-UE100).
import { Buffer } from 'node:buffer';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { SentCommand } from '../../application/ports/commands.js';
import { DigestGuard } from '../digest-guard.js';
import type { FaceOptions, OpenFace } from '../wire-face.js';
import { createServer } from '../node-http.js';

const Head = t.type({ presets: t.record(t.string, t.number) });

/** Where notifications go: the terminals that asked for them. */
interface Terminal {
  readonly host: string;
  readonly port: number;
}

/** A camera notifies at most this many terminals. */
const maxTerminals = 5;

/** Returns the datagram of a notification: 22 reserved bytes, a length, 4 reserved bytes, the command, 24 reserved bytes. */
const notificationOf = (command: string): Buffer => {
  const contents = Buffer.from(`\r\n${command}\r\n`, 'latin1');
  const head = Buffer.alloc(28);
  head.writeUInt16BE(contents.length + 8, 22);
  return Buffer.concat([head, contents, Buffer.alloc(24)]);
};

const upperHex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** The camera of a connection. */
class WireCamera {
  readonly #presets: ReadonlyMap<string, ReadonlyMap<number, string>>;

  constructor(private readonly options: FaceOptions) {
    this.#presets = new Map(
      [...options.attachments.heads].flatMap(([camera, settings]) => {
        const head = Head.decode(settings);
        if (E.isLeft(head)) return [];
        return [
          [camera, new Map(Object.entries(head.right.presets).map(([angle, preset]) => [preset, angle]))] as const,
        ];
      }),
    );
  }

  get isReachable(): boolean {
    return [...this.#presets.keys()].every((camera) => this.options.devices.cameras.connected(camera));
  }

  /** The reported preset; undefined before the first recall. */
  get preset(): number | undefined {
    for (const [camera, angles] of this.#presets) {
      const shown = this.options.devices.cameras.angle(camera);
      for (const [preset, angle] of angles) if (angle === shown) return preset;
    }
    return undefined;
  }

  recall(preset: number): SentCommand | undefined {
    for (const [camera, angles] of this.#presets) {
      const angle = angles.get(preset);
      const sent = angle === undefined ? undefined : this.options.devices.cameras.send({ do: 'recall', camera, angle });
      if (sent !== undefined && E.isRight(sent)) return sent.right;
    }
    return undefined;
  }
}

const answerTo = (camera: WireCamera, command: string): string => {
  const { preset } = camera;
  const steps = preset === undefined ? 0 : (preset + 1) * 0x80;
  if (command === 'APC') return `aPC${upperHex(0x8000 + steps, 4)}${upperHex(0x8000 - steps, 4)}`;
  if (command === 'GZ') return `gz${upperHex(0x555 + steps / 8, 3)}`;
  if (command === 'O') return 'p1';
  return `eR1:${command.replace(/[0-9].*/, '')}`;
};

/** The terminals that a camera notifies. */
class Terminals {
  #all: readonly Terminal[] = [];

  /** Starts or stops the notification of a terminal. */
  change(query: URLSearchParams, host: string): void {
    const port = Number(query.get('my_port'));
    const others = this.#all.filter((one) => one.host !== host || one.port !== port);
    this.#all = query.get('connect') === 'start' ? [...others, { host, port }].slice(-maxTerminals) : others;
  }

  notify(command: string): void {
    for (const { host, port } of this.#all) {
      const socket = connect({ host, port });
      socket.on('error', () => undefined);
      socket.end(notificationOf(command));
    }
  }
}

const recall = async (
  camera: WireCamera,
  digits: string,
  reply: (body: string) => void,
  notify: (command: string) => void,
): Promise<void> => {
  const sent = camera.recall(Number(digits));
  if (sent === undefined || E.isLeft(await sent.accepted)) {
    reply('eR2:R');
    return;
  }
  reply(`s${digits}`);
  if (E.isRight(await sent.confirmed) && camera.isReachable) notify(`q${digits}`);
};

const serving =
  (camera: WireCamera, terminals: Terminals) =>
  ({ pathname, searchParams }: URL, { socket }: IncomingMessage, response: ServerResponse): void => {
    const reply = (body: string): void => {
      if (camera.isReachable) response.end(body);
      else response.destroy();
    };
    const command = searchParams.get('cmd')?.replace('#', '') ?? '';
    const [, digits] = /^R([0-9]{2})$/.exec(command) ?? [];
    const isPtz = pathname === '/cgi-bin/aw_ptz';
    if (pathname === '/cgi-bin/event') terminals.change(searchParams, socket.remoteAddress ?? '');
    if (isPtz && digits !== undefined)
      void recall(camera, digits, reply, (notification) => {
        terminals.notify(notification);
      });
    else reply(isPtz ? answerTo(camera, command) : '');
  };

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Opens the face of a connection that has the protocol `panasonic`. */
export const panasonicFace: OpenFace = (options) => {
  const camera = new WireCamera(options);
  const guard = new DigestGuard(options.settings, 'MD5');
  const serve = serving(camera, new Terminals());
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://camera');
    if (!camera.isReachable || url === null) request.socket.destroy();
    else if (guard.admits(request, response)) serve(url, request, response);
  });
  return {
    listen: (port, host) => listening(server, port, host),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
