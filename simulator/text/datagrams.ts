// Simulated equipment that takes datagrams.
import { createSocket, type Socket } from 'node:dgram';
import type { FaceOptions, WireFace } from '../wire-face.js';
import { outcomeOf, textDevices, type TextDevice } from './equipment.js';
import type { Writing } from './expansion.js';

/** How messages stand in datagrams. */
export interface DatagramSpeech<Received> {
  /** Returns what a datagram contains; undefined if it is malformed. */
  readonly read: (datagram: Buffer) => Received | undefined;
  /** Whether a message is the one that a template describes. */
  readonly isDescribed: (template: unknown, received: Received) => boolean;
  /** Returns a datagram that fits a match. */
  readonly fitting: (match: unknown) => Buffer;
  /** Answers the probe of the connection; undefined if it has none. */
  readonly probe: unknown;
  readonly probeAnswer: Buffer;
  readonly write?: Writing;
}

interface Sender {
  readonly address: string;
  readonly port: number;
}

/** Equipment that listens on a UDP port. While one of its devices is offline, nothing listens there. */
export class DatagramFace<Received> implements WireFace {
  readonly #devices: readonly TextDevice[];
  readonly #unsubscribes: readonly (() => void)[];
  #socket: Socket | undefined;
  #bound = { port: 0, host: '' };
  #lastSender: Sender | undefined;
  #answered = Promise.resolve();

  constructor(
    options: FaceOptions,
    private readonly speech: DatagramSpeech<Received>,
  ) {
    this.#devices = textDevices(options, speech.write);
    this.#unsubscribes = this.#devices.map((device) =>
      device.watch(() => {
        this.#noticeChange(device);
      }),
    );
  }

  async listen(port: number, host: string): Promise<number> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject).bind(port, host, resolve);
    });
    // A client that went away makes sending fail, which changes nothing here.
    socket.on('error', () => undefined);
    socket.on('message', (datagram, { address, port: from }) => {
      this.#lastSender = { address, port: from };
      this.#answered = this.#answered.then(() => this.#take(datagram, { address, port: from }));
    });
    this.#bound = { port: socket.address().port, host };
    return this.#bound.port;
  }

  close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#leave();
    return Promise.resolve();
  }

  #noticeChange(device: TextDevice): void {
    // The answer to an earlier message may be lost for good, which doesn't keep the equipment from answering later ones.
    this.#answered = Promise.resolve();
    const isReachable = this.#devices.every((one) => one.isReachable());
    if (!isReachable) this.#leave();
    else if (this.#socket === undefined) this.#listenAgain();
    else if (device.question === undefined && this.#lastSender !== undefined)
      this.#send(device.shows(), this.#lastSender);
  }

  /** If another program has taken the port meanwhile, the next change tries again. */
  #listenAgain(): void {
    const { port, host } = this.#bound;
    this.listen(port, host).catch(() => {
      this.#leave();
    });
  }

  #leave(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #take(datagram: Buffer, sender: Sender): Promise<void> {
    const received = this.speech.read(datagram);
    if (received === undefined) return;
    const { isDescribed, probe, probeAnswer } = this.speech;
    for (const device of this.#devices) {
      const command = device.commands.find(({ template }) => isDescribed(template, received));
      if (command !== undefined) this.#send((await outcomeOf(command)).answer, sender);
      if (isDescribed(device.question, received)) this.#send(device.shows(), sender);
    }
    if (isDescribed(probe, received)) this.#socket?.send(probeAnswer, sender.port, sender.address);
  }

  #send(match: unknown, { port, address }: Sender): void {
    if (match !== undefined) this.#socket?.send(this.speech.fitting(match), port, address);
  }
}
