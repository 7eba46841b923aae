// A simulated mixer that sends its tallies by TSL UMD 3.1 or 5.0, written from the protocol's documents. It connects to the service,
// and repeats everything, so that a service that starts later gets it too.
import { Buffer } from 'node:buffer';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';

/** How often everything is repeated, in milliseconds. */
const repeatMs = 200;

const [dle, stx] = [0xfe, 0x02];
const colours = ['off', 'red', 'green', 'amber'];
const lamps = ['right', 'text', 'left'];

const numberIn = (settings: unknown, name: string): number => {
  const value = fieldOf(settings, name);
  return typeof value === 'number' ? value : 0;
};

/** A line of the mixer: what one of its displays shows while a signal is on. */
interface Line {
  readonly isOn: boolean;
  readonly settings: unknown;
}

/** Returns the display and the screen of a line. */
const placeOf = ({ settings }: Line): string =>
  `${String(numberIn(settings, 'screen'))} ${String(numberIn(settings, 'display'))}`;

/** Returns the first colour of a lamp with which each signal is as it is. */
const colourOf = (lamp: string, lines: readonly Line[]): number => {
  const own = lines.filter(({ settings }) => (textIn(settings, 'lamp') ?? 'text') === lamp);
  const fits = (colour: string) =>
    own.every(({ isOn, settings }) => listIn(settings, 'colours').includes(colour) === isOn);
  return Math.max(0, colours.findIndex(fits));
};

/** Returns a packet of version 5.0 for one display. */
const packet50 = (place: string, lines: readonly Line[]): Buffer => {
  const [screen = 0, display = 0] = place.split(' ').map(Number);
  const control = lamps.reduce((bits, lamp, at) => bits | (colourOf(lamp, lines) << (2 * at)), 3 << 6);
  const packet = Buffer.alloc(12);
  [10, 0, screen, display, control, 0].forEach((word, at) => packet.writeUInt16LE(word, 2 * at));
  return packet;
};

const framed = (packet: Buffer): Buffer =>
  Buffer.concat([Buffer.of(dle, stx), ...[...packet].map((byte) => Buffer.alloc(byte === dle ? 2 : 1, byte))]);

/** Returns a message of version 3.1 for one display, with its number as text. */
const message31 = (place: string, lines: readonly Line[]): Buffer => {
  const display = Number(place.split(' ')[1]);
  const control = lines.reduce(
    (bits, { isOn, settings }) => (isOn ? bits | (1 << (numberIn(settings, 'tally') - 1)) : bits),
    3 << 4,
  );
  const label = `DISPLAY ${String(display)}`.padEnd(16);
  return Buffer.concat([Buffer.of(0x80 + display, control), Buffer.from(label, 'ascii')]);
};

/** Returns a port that is free. */
const freePort = async (isTcp: boolean, host: string): Promise<number> => {
  const holder = isTcp ? createServer().listen(0, host) : createSocket('udp4').bind(0, host);
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
};

class SimulatedMixer implements WireFace {
  readonly #isTcp: boolean;
  readonly #is31: boolean;
  readonly #unsubscribe: () => void;
  #address = { port: 0, host: '' };
  #isOpen = false;
  #cancelRepetition: () => void = () => undefined;
  #stream: Socket | undefined;
  #datagrams: DatagramSocket | undefined;

  constructor(private readonly options: FaceOptions) {
    this.#isTcp = textIn(options.settings, 'transport') === 'tcp';
    this.#is31 = textIn(options.settings, 'version') === '3.1';
    this.#unsubscribe = options.devices.signalLines.watch((signal) => {
      if (options.attachments.lines.has(signal)) this.#send();
    });
  }

  /** Sends to a port, which needn't be open; 0 for one that is free. */
  async listen(port: number, host: string): Promise<number> {
    this.#address = { port: port === 0 ? await freePort(this.#isTcp, host) : port, host };
    this.#isOpen = true;
    this.#repeat();
    return this.#address.port;
  }

  close(): Promise<void> {
    this.#isOpen = false;
    this.#cancelRepetition();
    this.#unsubscribe();
    this.#leave();
    return Promise.resolve();
  }

  #repeat(): void {
    this.#send();
    this.#cancelRepetition =
      this.options.after?.(repeatMs, () => {
        this.#repeat();
      }) ?? this.#cancelRepetition;
  }

  #send(): void {
    const { attachments, devices } = this.options;
    const { connected } = devices.signalLines;
    if (!this.#isOpen) return;
    if (![...attachments.lines.keys()].every(connected)) this.#leave();
    else if (this.#isTcp) this.#sendStream();
    else this.#sendDatagrams();
  }

  #sendStream(): void {
    const { port, host } = this.#address;
    if (this.#stream !== undefined) {
      if (!this.#stream.connecting)
        this.#stream.write(Buffer.concat(this.#is31 ? this.#packets() : this.#packets().map(framed)));
      return;
    }
    const stream = connect(port, host, () => {
      this.#send();
    });
    this.#stream = stream
      .on('error', () => undefined)
      .once('close', () => {
        if (this.#stream === stream) this.#stream = undefined;
      });
    stream.resume();
  }

  #sendDatagrams(): void {
    const { port, host } = this.#address;
    this.#datagrams ??= createSocket(host.includes(':') ? 'udp6' : 'udp4').on('error', () => undefined);
    for (const packet of this.#packets()) this.#datagrams.send(packet, port, host, () => undefined);
  }

  #leave(): void {
    this.#stream?.destroy();
    this.#stream = undefined;
    this.#datagrams?.close();
    this.#datagrams = undefined;
  }

  #packets(): readonly Buffer[] {
    const { attachments, devices } = this.options;
    const lines = [...attachments.lines].map(([signal, settings]) => ({
      isOn: devices.signalLines.value(signal) === true,
      settings,
    }));
    const displays = Map.groupBy(lines, placeOf);
    return [...displays].map(([place, own]) => (this.#is31 ? message31(place, own) : packet50(place, own)));
  }
}

/** Creates a simulated mixer. */
export const mixerFace: OpenFace = (options) => new SimulatedMixer(options);
