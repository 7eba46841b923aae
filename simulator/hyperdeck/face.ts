// A simulated HyperDeck: its Ethernet protocol, as the manual of Blackmagic Design describes it.
import { createServer, type Socket } from 'node:net';
import { refusalOf } from '../effects.js';
import { inOrder } from '../in-order.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { Deck, type DeckEffect, type TransportView } from './deck.js';
import { frameMs, timecode, videoFormat } from './timeline.js';

/** The longest line, in characters. A longer one ends the connection. */
const maxLength = 65_536;

const block = (title: string, lines: readonly string[]): string => [`${title}:`, ...lines, '', ''].join('\r\n');

/** The transport of a deck without clips. */
const emptyTransport = ['status: stopped', 'speed: 0', 'slot id: none', 'clip id: none', 'timecode: 00:00:00:00'];

const transportOf = ({ status, clip, positionMs, loop }: TransportView): readonly string[] => {
  const frame = Math.floor(positionMs / frameMs);
  return [
    `status: ${status}`,
    `speed: ${status === 'play' ? '100' : '0'}`,
    'slot id: 1',
    `clip id: ${String(clip.id)}`,
    'single clip: true',
    `display timecode: ${timecode(frame)}`,
    `timecode: ${timecode(clip.startFrame + frame)}`,
    `loop: ${String(loop)}`,
  ];
};

/** A client, and whether it is notified of the transport. */
interface Client {
  readonly socket: Socket;
  isNotified: boolean;
}

class HyperdeckFace implements WireFace {
  readonly #deck: Deck;
  readonly #clients = new Set<Client>();
  readonly #unsubscribe: () => void;
  /** What the clients were notified of last. */
  #notified = '';
  readonly #listener = new TcpListener(() =>
    createServer((socket) => {
      this.#accept(socket);
    }),
  );

  constructor(options: FaceOptions) {
    this.#deck = new Deck(options);
    this.#unsubscribe = options.devices.players.watch((output) => {
      if (output === this.#deck.output) this.#noticeChange();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** A HyperDeck whose player is offline is away. */
  #noticeChange(): void {
    if (!this.#listener.follow(this.#deck.isReachable)) return;
    const { view } = this.#deck;
    const shown = JSON.stringify([view?.status, view?.clip.id, view?.loop]);
    if (shown === this.#notified) return;
    this.#notified = shown;
    for (const client of this.#clients)
      if (client.isNotified) this.#write(client, block('508 transport info', this.#transport()));
  }

  #accept(socket: Socket): void {
    const client: Client = { socket, isNotified: false };
    this.#clients.add(client);
    socket.setNoDelay(true).setEncoding('utf8');
    socket.once('close', () => this.#clients.delete(client));
    socket.write(block('500 connection info', ['protocol version: 1.11', 'model: HyperDeck Studio HD Plus']));
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
    if (line.startsWith('notify:')) {
      client.isNotified = line.includes(' transport: true');
      this.#write(client, '200 ok\r\n');
    } else if (line === 'transport info') this.#write(client, block('208 transport info', this.#transport()));
    else if (line === 'clips get') this.#write(client, block('205 clips info', this.#clips()));
    else await this.#command(client, line);
  }

  async #command(client: Client, line: string): Promise<void> {
    const effect = this.#effectOf(line);
    if (typeof effect === 'string') {
      this.#write(client, `${effect}\r\n`);
      return;
    }
    const refusal = await refusalOf([effect]);
    this.#write(client, refusal === undefined ? '200 ok\r\n' : '108 internal error\r\n');
    this.#noticeChange();
  }

  /** Returns what a command does, or the answer of its refusal. */
  #effectOf(line: string): Exclude<DeckEffect, string> | string {
    const [, clip] = /^goto: clip id: (\d+)$/.exec(line) ?? [];
    const [, place] = /^goto: timecode: (\S+)$/.exec(line) ?? [];
    if (/^play(?::|$)/.test(line)) return this.#deck.play();
    if (line === 'stop') return this.#deck.stop();
    if (clip === undefined && place === undefined) return '100 syntax error';
    const effect = clip === undefined ? this.#deck.gotoTimecode(place ?? '') : this.#deck.gotoClip(clip);
    return effect === 'out of range' ? '109 out of range' : effect;
  }

  #transport(): readonly string[] {
    const { view } = this.#deck;
    return [...(view === undefined ? emptyTransport : transportOf(view)), `video format: ${videoFormat}`];
  }

  #clips(): readonly string[] {
    const { clips } = this.#deck;
    const lines = clips.map(
      ({ id, name, startFrame, frames }) => `${String(id)}: ${name} ${timecode(startFrame)} ${timecode(frames)}`,
    );
    return [`clip count: ${String(clips.length)}`, ...lines];
  }

  #write({ socket }: Client, text: string): void {
    if (!socket.destroyed) socket.write(text);
  }
}

/** Creates a simulated HyperDeck. */
export const hyperdeckFace: OpenFace = (options) => new HyperdeckFace(options);
