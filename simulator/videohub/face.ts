// A simulated Videohub: its Ethernet protocol, as the manual of Blackmagic Design describes it. Its crosspoints are simulated
// signal lines.
import { createServer, type Socket } from 'node:net';
import { refusalOf } from '../effects.js';
import { inOrder } from '../in-order.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';

/** The inputs and the outputs of the router. */
const size = 40;

/** The longest request, in characters. A longer one ends the connection. */
const maxLength = 65_536;

/** A signal that is a crosspoint, as the studio file has it: numbers count from 1. */
interface WireCrosspoint {
  readonly signal: string;
  readonly output: number;
  readonly input: number;
  readonly offInput: number;
}

const crosspointsOf = ({ lines }: FaceOptions['attachments']): readonly WireCrosspoint[] =>
  [...lines].map(([signal, settings]) => {
    const { output = 1, input = 1, offInput = input === 1 ? 2 : 1 } = settings as Readonly<Record<string, number>>;
    return { signal, output, input, offInput };
  });

const block = (title: string, lines: readonly string[]): string => [`${title}:`, ...lines, '', ''].join('\n');

/** Returns a line for each port, which counts from 0. */
const portLines = (of: (port: number) => string): readonly string[] =>
  Array.from({ length: size }, (_, port) => `${String(port)} ${of(port)}`);

const device = [
  'Device present: true',
  'Model name: Blackmagic Smart Videohub 40 x 40',
  'Friendly name: Simulated Videohub',
  'Unique ID: 7C2E0D000001',
  ...[`Video inputs: ${String(size)}`, 'Video processing units: 0', `Video outputs: ${String(size)}`],
  ...['Video monitoring outputs: 0', 'Serial ports: 0'],
];

class VideohubFace implements WireFace {
  readonly #crosspoints: readonly WireCrosspoint[];
  readonly #clients = new Set<Socket>();
  readonly #unsubscribe: () => void;
  /** The routing that the clients were notified of. */
  #notified: readonly string[] = [];
  readonly #listener = new TcpListener(() =>
    createServer((socket) => {
      this.#accept(socket);
    }),
  );

  constructor(private readonly options: FaceOptions) {
    this.#crosspoints = crosspointsOf(options.attachments);
    this.#notified = this.#routing();
    this.#unsubscribe = options.devices.signalLines.watch((signal) => {
      if (this.#crosspoints.some((one) => one.signal === signal)) this.#noticeChange();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** A Videohub with a line that is offline is away. */
  get #isReachable(): boolean {
    return this.#crosspoints.every(({ signal }) => this.options.devices.signalLines.connected(signal));
  }

  #noticeChange(): void {
    if (!this.#listener.follow(this.#isReachable)) return;
    const routing = this.#routing();
    const changed = routing.filter((line, port) => line !== this.#notified[port]);
    this.#notified = routing;
    if (changed.length === 0) return;
    for (const client of this.#clients) this.#write(client, block('VIDEO OUTPUT ROUTING', changed));
  }

  #routing(): readonly string[] {
    const { value } = this.options.devices.signalLines;
    return portLines((port) => {
      const own = this.#crosspoints.filter(({ output }) => output === port + 1);
      const on = own.find(({ signal }) => value(signal) === true);
      return String((on?.input ?? own[0]?.offInput ?? port + 1) - 1);
    });
  }

  #accept(socket: Socket): void {
    this.#clients.add(socket);
    socket.setNoDelay(true).setEncoding('utf8');
    socket.once('close', () => this.#clients.delete(socket));
    socket.write(
      block('PROTOCOL PREAMBLE', ['Version: 2.7']) +
        block('VIDEOHUB DEVICE', device) +
        block(
          'INPUT LABELS',
          portLines((port) => `Input ${String(port + 1)}`),
        ) +
        block(
          'OUTPUT LABELS',
          portLines((port) => `Output ${String(port + 1)}`),
        ) +
        block(
          'VIDEO OUTPUT LOCKS',
          portLines(() => 'U'),
        ) +
        block('VIDEO OUTPUT ROUTING', this.#routing()) +
        block('END PRELUDE', []),
    );
    let rest = '';
    const answer = inOrder(socket);
    socket.on('data', (chunk: string) => {
      const requests = (rest + chunk).split('\n\n');
      rest = requests.pop() ?? '';
      if (rest.length > maxLength) socket.destroy();
      for (const request of requests) answer(() => this.#answer(socket, request.split('\n')));
    });
  }

  async #answer(client: Socket, [title = '', ...routes]: readonly string[]): Promise<void> {
    if (title === 'PING:') this.#write(client, 'ACK\n\n');
    else if (title === 'VIDEOHUB DEVICE:') this.#write(client, `ACK\n\n${block('VIDEOHUB DEVICE', device)}`);
    else if (title !== 'VIDEO OUTPUT ROUTING:') this.#write(client, 'NAK\n\n');
    else if (routes.length === 0) this.#write(client, `ACK\n\n${block('VIDEO OUTPUT ROUTING', this.#routing())}`);
    else this.#write(client, (await this.#route(routes)) ? 'ACK\n\n' : 'NAK\n\n');
  }

  /** Connects inputs to outputs. Returns whether that is possible. */
  async #route(routes: readonly string[]): Promise<boolean> {
    for (const route of routes) {
      const [, output = size, input = size] = /^(\d+) (\d+)$/.exec(route)?.map(Number) ?? [];
      if (output >= size || input >= size) return false;
      const effects = this.#crosspoints
        .filter((one) => one.output === output + 1)
        .map((one) =>
          this.options.devices.signalLines.send({ do: 'switch', signal: one.signal, on: one.input === input + 1 }),
        );
      if ((await refusalOf(effects)) !== undefined) return false;
    }
    return true;
  }

  #write(socket: Socket, text: string): void {
    if (!socket.destroyed) socket.write(text);
  }
}

/** Creates a simulated Videohub. */
export const videohubFace: OpenFace = (options) => new VideohubFace(options);
