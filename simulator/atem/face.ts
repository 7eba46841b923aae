// A simulated ATEM switcher over UDP. It answers, and reports changes, but doesn't ask whether its clients are still there, as a real one
// does twice a second.
import { Buffer } from 'node:buffer';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { refusalOf } from '../effects.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { AtemClient } from './client.js';
import { AtemMixer } from './mixer.js';
import { readPacket, writeField, writeHandshake, type ClientPacket, type Field } from './packets.js';

/** What a packet of a handshake says. */
const hello = { open: 1, accept: 2, reject: 3, close: 4, closed: 5 };

/** The most clients. */
const maxClients = 5;

/** Answers the client that a packet came from. */
type Answer = (datagram: Buffer) => void;

const nameOf = ({ address, port }: RemoteInfo): string => `${address} ${String(port)}`;

class AtemFace implements WireFace {
  readonly #mixer: AtemMixer;
  readonly #clients = new Map<string, AtemClient>();
  readonly #unsubscribe: () => void;
  /** What was reported to the clients last. */
  #shown: readonly Buffer[];
  #sessions = 0;
  #socket: Socket | undefined;

  constructor(options: FaceOptions) {
    this.#mixer = new AtemMixer(options);
    this.#shown = this.#mixer.shown;
    this.#unsubscribe = options.devices.signalLines.watch((signal) => {
      if (this.#mixer.has(signal)) this.#noticeChange();
    });
  }

  listen(port: number, host: string): Promise<number> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    this.#socket = socket;
    socket.on('message', (datagram, from) => {
      const packet = readPacket(datagram);
      if (packet !== undefined && this.#mixer.isReachable) this.#receive(packet, from);
    });
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.bind(port, host, () => {
        resolve(socket.address().port);
      });
    });
  }

  close(): Promise<void> {
    this.#unsubscribe();
    this.#forgetClients();
    const socket = this.#socket;
    this.#socket = undefined;
    return new Promise((resolve) => {
      if (socket === undefined) resolve();
      else socket.close(resolve);
    });
  }

  /** A switcher with a line that is offline is away, and knows no session afterwards. */
  #noticeChange(): void {
    if (!this.#mixer.isReachable) {
      this.#forgetClients();
      return;
    }
    const { shown } = this.#mixer;
    const changed = shown.filter((field, at) => this.#shown[at]?.equals(field) !== true);
    this.#shown = shown;
    for (const client of this.#clients.values()) client.report(changed);
  }

  #forgetClients(): void {
    for (const client of this.#clients.values()) client.end();
    this.#clients.clear();
  }

  #receive(packet: ClientPacket, from: RemoteInfo): void {
    const answer: Answer = (datagram) => {
      if (this.#mixer.isReachable) this.#socket?.send(datagram, from.port, from.address);
    };
    const name = nameOf(from);
    const client = this.#clients.get(name);
    if (packet.handshake !== undefined) this.#shakeHands(packet, name, answer);
    else if (client !== undefined) this.#take(client, packet);
  }

  #shakeHands({ handshake, session }: ClientPacket, name: string, answer: Answer): void {
    if (handshake === hello.open && this.#clients.size >= maxClients && !this.#clients.has(name))
      answer(writeHandshake(session, hello.reject));
    else if (handshake === hello.open) this.#open(session, name, answer);
    else if (handshake === hello.close) {
      this.#clients.get(name)?.end();
      this.#clients.delete(name);
      answer(writeHandshake(session, hello.closed));
    }
  }

  #open(session: number, name: string, answer: Answer): void {
    this.#sessions = (this.#sessions + 1) % 0x8000;
    this.#clients.get(name)?.end();
    const client = new AtemClient(0x8000 + this.#sessions, answer);
    this.#clients.set(name, client);
    answer(writeHandshake(session, hello.accept, this.#sessions));
    client.report([...this.#mixer.description, ...this.#mixer.shown, writeField('InCm', Buffer.of(1, 0, 0, 0))]);
  }

  #take(client: AtemClient, { session, ackNumber, sequence, fields }: ClientPacket): void {
    if (session !== client.session) return;
    if (ackNumber !== undefined) client.acknowledge(ackNumber);
    if (sequence === undefined) return;
    client.take(sequence, async () => {
      for (const field of fields) await this.#execute(client, field);
    });
  }

  async #execute(client: AtemClient, field: Field): Promise<void> {
    const refusal = await refusalOf(this.#mixer.effectsOf(field));
    if (refusal === undefined) return;
    const warning = Buffer.alloc(44);
    warning.write(refusal);
    client.report([writeField('Warn', warning)]);
  }
}

/** Creates a simulated ATEM switcher. */
export const atemFace: OpenFace = (options) => new AtemFace(options);
