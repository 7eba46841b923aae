// A simulated vMix: its TCP API, as the documentation of vMix describes it.
import { createServer, type Socket } from 'node:net';
import { refusalOf } from '../effects.js';
import { inOrder } from '../in-order.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { callFunction } from './functions.js';
import { Mixer } from './mixer.js';
import { stateXml } from './xml.js';

/** The longest line, in characters. A longer one ends the connection. */
const maxLength = 65_536;

/** A client, and whether it has subscribed to activators. */
interface Client {
  readonly socket: Socket;
  isSubscribed: boolean;
}

class VmixFace implements WireFace {
  readonly #mixer: Mixer;
  readonly #clients = new Set<Client>();
  readonly #unsubscribe: () => void;
  readonly #listener = new TcpListener(() =>
    createServer((socket) => {
      this.#accept(socket);
    }),
  );

  constructor(options: FaceOptions) {
    this.#mixer = new Mixer(options);
    this.#unsubscribe = options.devices.players.watch((output) => {
      if (this.#mixer.mixes.some((mix) => mix.output === output)) this.#noticeChange();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** A vMix with a player that is offline is away as a whole. */
  #noticeChange(): void {
    if (!this.#listener.follow(this.#mixer.isReachable)) return;
    for (const client of this.#clients) this.#sendActivators(client);
  }

  #accept(socket: Socket): void {
    const client: Client = { socket, isSubscribed: false };
    this.#clients.add(client);
    socket.setNoDelay(true).setEncoding('utf8');
    socket.once('close', () => this.#clients.delete(client));
    socket.write('VERSION OK 25.0.0.34\r\n');
    let rest = '';
    const answer = inOrder(socket);
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLength) socket.destroy();
      for (const line of lines) answer(() => this.#answer(client, line));
    });
  }

  async #answer(client: Client, line: string): Promise<void> {
    const [command = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    if (command === 'FUNCTION') await this.#call(client, rest);
    else if (command === 'XML') this.#sendState(client);
    else if (command === 'SUBSCRIBE') this.#subscribe(client, rest);
    else this.#write(client, `${command} ER Command not found\r\n`);
  }

  async #call(client: Client, line: string): Promise<void> {
    const effects = callFunction(this.#mixer, line);
    const refusal = typeof effects === 'string' ? effects : await refusalOf(effects);
    this.#write(
      client,
      refusal === undefined ? `FUNCTION OK ${line.split(' ', 1)[0] ?? ''}\r\n` : `FUNCTION ER ${refusal}\r\n`,
    );
  }

  #sendState(client: Client): void {
    const xml = stateXml(this.#mixer);
    this.#write(client, `XML ${String(new TextEncoder().encode(xml).length)}\r\n${xml}`);
  }

  #subscribe(client: Client, name: string): void {
    client.isSubscribed ||= name === 'ACTS';
    this.#write(client, `SUBSCRIBE OK ${name}\r\n`);
  }

  #sendActivators(client: Client): void {
    if (!client.isSubscribed) return;
    for (const input of this.#mixer.inputs) {
      const isPlaying = this.#mixer.view(input).state === 'Running';
      this.#write(client, `ACTS OK InputPlaying ${String(input.number)} ${isPlaying ? '1' : '0'}\r\n`);
    }
  }

  #write({ socket }: Client, text: string): void {
    if (!socket.destroyed) socket.write(text);
  }
}

/** Creates a simulated vMix. */
export const vmixFace: OpenFace = (options) => new VmixFace(options);
