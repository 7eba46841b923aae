// The TCP connection to one device: it is opened again whenever it is lost, and nothing that was sent is repeated.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { PacedSocket } from '../shared/paced-socket.js';
import { quotedText, TcpLink } from '../shared/tcp-link.js';
import { answerMs, Conversation } from '../shared/templates/conversation.js';
import { filled } from '../shared/templates/placeholders.js';
import { templatedDevices, type TemplatedConnection } from '../shared/templates/records.js';
import { ReceivedText, type TextMatch } from '../shared/templates/text-match.js';
import { escapeFor, textProtocol } from '../shared/templates/text-protocol.js';
import { MessageReader } from './message-reader.js';
import type { TcpSettings } from './settings.js';

/** A connection. */
export class TcpConversation {
  readonly devices: Omit<TemplatedConnection<string, TextMatch>, 'close'>;
  readonly #conversation: Conversation<string, ReceivedText>;
  readonly #link: TcpLink;
  #socket: PacedSocket | undefined;
  #lastMessage: string | undefined;
  #isSettled = false;

  constructor(
    private readonly settings: TcpSettings,
    private readonly deps: ConnectionDeps,
  ) {
    const { probe } = settings;
    this.#conversation = new Conversation({
      id: deps.id,
      clock: deps.clock,
      changed: deps.changed,
      wire: {
        send: (message) => {
          this.#write(message);
        },
        drop: (reason) => {
          this.#link.drop(reason);
        },
      },
      probe: probe && { out: probe.send, everyMs: probe.everyMs },
      firstAnswerMs: answerMs,
    });
    this.devices = templatedDevices(textProtocol(this.#escape, settings.encoding), this.#conversation);
    const { host, port } = settings;
    this.#link = new TcpLink({ host, port }, deps, {
      connected: (socket) => {
        void this.#open(socket);
      },
      settled: () => {
        this.#isSettled = true;
        // A device that is asked nothing is back as soon as its connection lasts, another one when it answers.
        if (this.#conversation.isConnected()) this.#link.noteSpeech();
      },
      lastWords: () => quotedText(this.#lastMessage),
      lost: () => {
        this.#socket = undefined;
        this.#conversation.lost();
      },
    });
  }

  close(): void {
    this.#link.close();
  }

  get #escape() {
    const { delimiter, escape, encoding } = this.settings;
    return escapeFor(delimiter, escape, encoding);
  }

  /** Sends the opening, and begins. */
  async #open(socket: PacedSocket): Promise<void> {
    const { delimiter, encoding } = this.settings;
    const reader = new MessageReader(delimiter, encoding, (message) => {
      this.#lastMessage = message;
      this.#link.noteText();
      this.#conversation.received(new ReceivedText(message));
      if (this.#isSettled) this.#link.noteSpeech();
    });
    this.#lastMessage = undefined;
    this.#isSettled = false;
    socket.on('data', (chunk: Buffer) => {
      if (!reader.read(chunk)) this.#link.drop('a message is too long');
    });
    const opening = await this.#opening();
    if (socket.destroyed) return;
    if (E.isLeft(opening)) {
      this.#link.drop(opening.left);
      return;
    }
    this.#socket = socket;
    for (const message of opening.right) this.#write(message);
    this.#conversation.opened();
  }

  /** Returns the messages that open the connection; the reason why there are none without the password. */
  async #opening(): Promise<E.Either<string, readonly string[]>> {
    const { opening = [], passwordFile } = this.settings;
    try {
      const password = passwordFile === undefined ? '' : await this.deps.readSecret(passwordFile);
      const messages = opening.map((template) => filled(template, { password }, this.#escape));
      return messages.every(E.isRight)
        ? E.right(messages.map(({ right }) => right))
        : E.left('the password contains characters that can not be sent');
    } catch (error) {
      return E.left((error as Error).message);
    }
  }

  #write(message: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const { delimiter, encoding } = this.settings;
    socket.write(message + delimiter, encoding);
  }
}
