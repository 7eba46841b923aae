// Simulated equipment that takes lines of text over TCP. It understands what the templates of the studio file describe.
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import { inOrder } from '../in-order.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { outcomeOf, textDevices, type TextDevice } from './equipment.js';
import { textFitting } from './expansion.js';
import { encodingOf, writingOf } from './writing.js';

/** The longest line, in characters. A longer one ends the connection. */
const maxLength = 65_536;

/** The password that a projector asks for if the connection has a `passwordFile`, and the number of its greeting. */
const simulatedPassword = 'secret';
const greetingNumber = '498e4a67';

/** What a projector expects before the first command (PJLink Specifications, Class 1, section 5.1); undefined without a password. */
const loginOf = (settings: FaceOptions['settings']): string | undefined =>
  settings['login'] === 'pjlink' && settings['passwordFile'] !== undefined
    ? createHash('md5').update(`${greetingNumber}${simulatedPassword}`).digest('hex')
    : undefined;

class TcpFace implements WireFace {
  readonly #devices: readonly TextDevice[];
  readonly #unsubscribes: readonly (() => void)[];
  readonly #delimiter: string;
  readonly #encoding: BufferEncoding;
  readonly #listener = new TcpListener(() =>
    createServer((socket) => {
      this.#accept(socket);
    }),
  );

  constructor(private readonly options: FaceOptions) {
    this.#delimiter = textIn(options.settings, 'delimiter') ?? '\r\n';
    this.#encoding = encodingOf(options.settings);
    this.#devices = textDevices(options, writingOf(options.settings));
    this.#unsubscribes = this.#devices.map((device) =>
      device.watch(() => {
        this.#noticeChange(device);
      }),
    );
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    return this.#listener.hangUp();
  }

  /** Equipment with a device that is offline is away as a whole: it is one connection. */
  #noticeChange(device: TextDevice): void {
    const listens = this.#listener.follow(this.#devices.every((one) => one.isReachable()));
    if (listens && device.question === undefined)
      for (const socket of this.#listener.sockets) this.#show(socket, device);
  }

  #accept(socket: Socket): void {
    socket.setNoDelay(true);
    socket.setEncoding(this.#encoding);
    let login = loginOf(this.options.settings);
    if (this.options.settings['login'] === 'pjlink')
      this.#write(socket, login === undefined ? 'PJLINK 0' : `PJLINK 1 ${greetingNumber}`);
    for (const device of this.#devices) if (device.question === undefined) this.#show(socket, device);
    let rest = '';
    const answer = inOrder(socket);
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split(this.#delimiter);
      rest = lines.pop() ?? '';
      if (rest.length > maxLength) socket.destroy();
      for (const line of lines) {
        if (login !== undefined && !line.startsWith(login)) {
          socket.end(`PJLINK ERRA${this.#delimiter}`);
          return;
        }
        const { length } = login ?? '';
        login = undefined;
        answer(() => this.#take(socket, line.slice(length)));
      }
    });
  }

  async #take(socket: Socket, line: string): Promise<void> {
    for (const device of this.#devices) {
      const command = device.commands.find(({ template }) => template === line);
      if (command !== undefined) this.#write(socket, (await outcomeOf(command)).answer);
      if (device.question === line) this.#show(socket, device);
    }
    if (fieldOf(fieldOf(this.options.settings, 'probe'), 'send') === line) this.#write(socket, 'READY');
  }

  #show(socket: Socket, device: TextDevice): void {
    this.#write(socket, device.shows());
  }

  #write(socket: Socket, fitting: unknown): void {
    if (fitting === undefined || socket.destroyed) return;
    const text = textFitting(fitting);
    const shown = this.options.settings['ignoreCase'] === true ? text.toLowerCase() : text;
    socket.write(shown + this.#delimiter, this.#encoding);
  }
}

/** Creates simulated equipment that takes lines over TCP. */
export const tcpFace: OpenFace = (options) => new TcpFace(options);
