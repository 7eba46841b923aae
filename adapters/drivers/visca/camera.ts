// One camera that speaks VISCA: recalls its presets, and knows which of them it shows.
import * as E from 'fp-ts/lib/Either.js';
import { steadyMs } from '../../../application/ports/clock.js';
import type { LinkDeps } from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { connectionLost, PendingCommands, type PendingCommand } from '../shared/pending-commands.js';
import { ShownPreset } from '../shared/shown-preset.js';
import type { ViscaAddress, CameraLink, LinkEvents, ViscaTransport } from './link.js';
import { errorText, inquiries, recallPreset, type CameraReply } from './messages.js';
import { packetTypes } from './packet.js';
import { positionOf } from './position.js';
import { PositionInquiry } from './position-inquiry.js';
import { ReplyOrder, type Content } from './reply-order.js';
import { StreamLink } from './stream-link.js';
import { UdpLink } from './udp-link.js';

/** A recall that was sent. */
interface Recall {
  readonly preset: number;
  readonly sequence: number;
}

const openLink = (transport: ViscaTransport, address: ViscaAddress, deps: LinkDeps, events: LinkEvents): CameraLink =>
  transport === 'tcp' ? new StreamLink(address, deps, events) : new UdpLink(address, transport === 'udp', deps, events);

/** There is one camera, so all its commands are those of one record. */
const camera = 'camera';

/** A camera, until it is closed. */
export class ViscaCamera {
  readonly #link: CameraLink;
  readonly #inquiry: PositionInquiry;
  readonly #order: ReplyOrder;
  readonly #pending = new PendingCommands<Recall>();
  readonly #shown: ShownPreset;

  /** `changed` is called after each change of the preset or of the connection. */
  constructor(
    transport: ViscaTransport,
    address: ViscaAddress,
    private readonly deps: LinkDeps,
    changed: () => void,
  ) {
    this.#shown = new ShownPreset(changed);
    this.#order = new ReplyOrder(() => steadyMs(deps.clock), transport === 'udp');
    this.#inquiry = new PositionInquiry(
      (inquiry) => this.#send(inquiry, inquiries[inquiry]),
      (answers) => {
        this.#shown.update(positionOf(answers));
      },
    );
    this.#link = openLink(transport, address, deps, {
      connected: () => {
        this.#shown.reconnect();
      },
      lost: () => {
        this.#disconnect();
      },
      inquire: () => {
        this.#inquiry.start();
      },
      replied: (sequence, reply) => {
        this.#handleReply(sequence, reply);
      },
      sequenceRefused: (sequence) => {
        this.#refuseSequence(sequence);
      },
    });
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  /** The preset that the camera shows; undefined if that isn't known. */
  get preset(): number | undefined {
    return this.#shown.preset;
  }

  /** Recalls a preset. The command is sent once: a repetition could move a camera twice that ignores sequence numbers. */
  recall(preset: number): SendResult {
    this.#shown.send();
    const sequence = this.#send('command', recallPreset(preset));
    const device = `the camera of the connection "${this.deps.id}"`;
    return E.right(this.#pending.add(camera, device, { preset, sequence }).sent);
  }

  failRecall(message: string): void {
    this.#pending.fail(message);
  }

  /** Ends the connection. A pending recall fails. */
  close(): void {
    this.#link.close();
  }

  /** Sends a packet once, and returns the number by which its replies are found. */
  #send(content: Content, payload: Uint8Array): number {
    const type = content === 'command' ? packetTypes.command : packetTypes.inquiry;
    const sequence = this.#link.send(type, payload, this.#order.isNumbered);
    this.#order.send(content, sequence);
    return sequence;
  }

  #handleReply(stated: number, reply: CameraReply): void {
    const sequence = this.#order.answered(stated, reply);
    if (sequence === undefined) return;
    if (this.#inquiry.receive(sequence, reply)) return;
    const pending = this.#pending.of(camera);
    if (pending?.command.sequence === sequence) this.#apply(reply, pending);
  }

  /** A copy of a datagram that the network doubled has a number that the camera knows already: the first one counts. */
  #refuseSequence(sequence: number): void {
    const pending = this.#pending.of(camera);
    if (pending?.command.sequence === sequence && !pending.isAccepted)
      pending.fail('it did not expect the sequence number; it is unknown whether the command was executed');
  }

  #apply(reply: CameraReply, pending: PendingCommand<Recall>): void {
    if (reply.type === 'accepted') this.#accept(pending);
    else if (reply.type === 'completed') this.#complete(pending);
    else if (reply.type === 'error') pending.fail(errorText(reply.code));
  }

  #accept(pending: PendingCommand<Recall>): void {
    pending.accept();
    this.#shown.accept();
  }

  #complete(pending: PendingCommand<Recall>): void {
    this.#shown.complete(pending.command.preset);
    pending.confirm();
    this.#inquiry.start();
  }

  #disconnect(): void {
    this.#order.clear();
    this.#pending.fail(connectionLost);
    this.#shown.disconnect();
  }
}
