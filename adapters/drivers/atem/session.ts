// A session with an ATEM switcher: the handshake, and packets that each side repeats until the other one has acknowledged them.
// Each session has a socket of its own. What a lost one hasn't delivered is never sent again.
import type { Buffer } from 'node:buffer';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import { DatagramLink } from '../shared/templates/datagram-link.js';
import {
  decodeCommands,
  decodePacket,
  encodeCommand,
  encodeHandshake,
  encodePacket,
  flags,
  handshakeOf,
  handshakes,
  includes,
  numberAfter,
  type AtemCommand,
  type Handshake,
  type AtemPacket,
} from './packet.js';

/** The session until the switcher has numbered it. Each one has a socket of its own, so the number may always be the same. */
export const clientSession = 0x1a7e;

/** How often a hello is sent until it is answered, in milliseconds, and how often before the host is resolved again. */
const hello = { everyMs: 500, times: 10 };

/** How long nothing is sent until the switcher is asked for an acknowledgement, in milliseconds. */
const pingMs = 1_000;

/** How often a packet is repeated until it is acknowledged, in milliseconds, and how often before the switcher is lost. */
const resend = { everyMs: 100, times: 20 };

const nothing = (): void => undefined;

/** Why a switcher accepts no session. */
export const rejection =
  'it rejects the session: it serves as many clients as it can, which are five to eight, and ATEM Software Control is one of them';

/** A packet that the switcher hasn't acknowledged. */
interface Unacknowledged {
  readonly number: number;
  readonly content: Buffer | undefined;
  readonly acknowledged: () => void;
  repeated: number;
}

/** Reacts to a session. */
export interface SessionEvents {
  /** The switcher has accepted a session, and sends its state. */
  readonly opened: () => void;
  readonly lost: () => void;
  readonly received: (command: AtemCommand) => void;
}

/** Keeps a session open. */
export class Session {
  readonly #link: DatagramLink;
  #isOpen = false;
  /** The number of the session; undefined until the switcher uses it. */
  #session: number | undefined;
  #assigned = 0;
  #sent = 0;
  #received = 0;
  #hellos = 0;
  #unacknowledged: readonly Unacknowledged[] = [];
  #cancelHello = nothing;
  #cancelPing = nothing;
  #cancelResend = nothing;

  constructor(
    address: { readonly host: string; readonly port: number },
    private readonly deps: LinkDeps,
    private readonly events: SessionEvents,
  ) {
    this.#link = new DatagramLink({ ...address, localPort: undefined }, deps, {
      opened: () => {
        this.#begin();
      },
      received: (datagram) => {
        const packet = decodePacket(datagram);
        if (packet !== undefined) this.#take(packet);
      },
      isSpeech: (datagram) => {
        const packet = decodePacket(datagram);
        return packet !== undefined && handshakeOf(packet)?.kind !== handshakes.reject;
      },
      lost: () => {
        this.#end();
      },
    });
  }

  /** Sends a command. Calls `acknowledged` once the switcher has received it. */
  send(command: AtemCommand, acknowledged: () => void): void {
    this.#deliver(encodeCommand(command), acknowledged);
  }

  /** Calls `acknowledged` once the switcher has acknowledged that it is there. */
  ping(acknowledged: () => void): void {
    this.#deliver(undefined, acknowledged);
  }

  /** Ends a session that is of no use, and opens another one. */
  drop(reason: string): void {
    this.#leave();
    this.#link.drop(reason);
  }

  /** Ends the session for good. */
  close(): void {
    this.#leave();
    this.#link.close();
  }

  #begin(): void {
    this.#session = undefined;
    this.#sent = 0;
    this.#received = 0;
    this.#hellos = 0;
    this.#hello();
  }

  #hello(): void {
    if (this.#hellos === hello.times) {
      this.drop('it does not answer');
      return;
    }
    this.#link.send(encodeHandshake(clientSession, handshakes.open, this.#hellos === 0 ? 0 : flags.repeated));
    this.#hellos += 1;
    this.#cancelHello = this.deps.clock.after(hello.everyMs, () => {
      this.#hello();
    });
  }

  #take(packet: AtemPacket): void {
    const handshake = handshakeOf(packet);
    if (handshake !== undefined) this.#takeHandshake(handshake);
    else if (this.#isOpen && packet.session === (this.#session ??= packet.session)) this.#takeContent(packet);
  }

  #takeHandshake({ kind, opened }: Handshake): void {
    if (kind === handshakes.accept) this.#accept(opened);
    else if (kind === handshakes.reject && !this.#isOpen) this.#link.drop(rejection);
    else if (kind === handshakes.close && this.#isOpen) {
      this.#link.send(encodeHandshake(this.#ownSession, handshakes.closed));
      this.#link.drop('it has closed the session');
    }
  }

  #accept(opened: number): void {
    // The acknowledgement is sent again when the acceptance arrives again: the switcher lacked it.
    this.#link.send(encodePacket({ flags: flags.ack, session: clientSession }));
    if (this.#isOpen) return;
    this.#cancelHello();
    this.#assigned = opened;
    this.#isOpen = true;
    this.#pingLater();
    this.events.opened();
  }

  #takeContent(packet: AtemPacket): void {
    if ((packet.flags & flags.ack) !== 0) this.#takeAcknowledgement(packet.acknowledged);
    if ((packet.flags & flags.resendRequest) !== 0) this.#repeat();
    if ((packet.flags & flags.ackRequest) === 0) return;
    const isNext = packet.number === numberAfter(this.#received);
    if (isNext) this.#received = packet.number;
    // One that came too early is sent again by the switcher, after those before it.
    if (!includes(this.#received, packet.number)) return;
    this.#link.send(encodePacket({ flags: flags.ack, session: this.#ownSession, acknowledged: this.#received }));
    for (const command of isNext ? decodeCommands(packet.content) : []) if (this.#isOpen) this.events.received(command);
  }

  #takeAcknowledgement(acknowledged: number): void {
    const done = this.#unacknowledged.filter(({ number }) => includes(acknowledged, number));
    if (done.length === 0) return;
    this.#unacknowledged = this.#unacknowledged.slice(done.length);
    if (this.#unacknowledged.length === 0) this.#cancelResend();
    this.#pingLater();
    for (const packet of done) packet.acknowledged();
  }

  get #ownSession(): number {
    return this.#session ?? this.#assigned;
  }

  #deliver(content: Buffer | undefined, acknowledged: () => void): void {
    this.#sent = numberAfter(this.#sent);
    const packet = { number: this.#sent, content, acknowledged, repeated: 0 };
    this.#unacknowledged = [...this.#unacknowledged, packet];
    this.#transmit(packet);
    if (this.#unacknowledged.length === 1) this.#repeatLater();
  }

  #transmit({ number, content, repeated }: Unacknowledged): void {
    const own = flags.ackRequest | (repeated === 0 ? 0 : flags.repeated);
    this.#link.send(encodePacket({ flags: own, session: this.#ownSession, number, ...(content && { content }) }));
  }

  #repeatLater(): void {
    this.#cancelResend();
    this.#cancelResend = this.deps.clock.after(resend.everyMs, () => {
      this.#repeat();
      if (this.#unacknowledged.some(({ repeated }) => repeated > resend.times)) this.drop('it acknowledges nothing');
      else this.#repeatLater();
    });
  }

  #repeat(): void {
    for (const packet of this.#unacknowledged) {
      packet.repeated += 1;
      this.#transmit(packet);
    }
  }

  /** A switcher that is away acknowledges nothing. */
  #pingLater(): void {
    this.#cancelPing();
    this.#cancelPing = this.deps.clock.after(pingMs, () => {
      if (this.#unacknowledged.length === 0) this.ping(nothing);
    });
  }

  /** Frees the switcher's place for the client. */
  #leave(): void {
    if (this.#isOpen) this.#link.send(encodeHandshake(this.#ownSession, handshakes.close));
  }

  #end(): void {
    for (const cancel of [this.#cancelHello, this.#cancelPing, this.#cancelResend]) cancel();
    this.#unacknowledged = [];
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.events.lost();
  }
}
