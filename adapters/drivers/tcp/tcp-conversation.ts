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
import { isRefusedPassword, pjlinkLogin } from './pjlink-login.js';
import type { TcpSettings } from './settings.js';

/** What is sent first: what stands before the first message, and the opening. */
interface Beginning {
  readonly login: string;
  readonly opening: readonly string[];
}

/** A connection. */
export class TcpConversation {
  readonly devices: Omit<TemplatedConnection<string, TextMatch>, 'close'>;
  readonly #conversation: Conversation<string, ReceivedText>;
  readonly #link: TcpLink;
  #socket: PacedSocket | undefined;
  #lastMessage: string | undefined;
  #isSettled = false;
  /** Receives the greeting of a device that begins with one; undefined once it has. */
  #greeted: ((greeting: string) => void) | undefined;
  #cancelGreeting: () => void = () => undefined;
  /** What stands before the next message. */
  #login = '';

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
    this.devices = templatedDevices(
      textProtocol(this.#escape, settings.encoding, settings.ignoreCase),
      this.#conversation,
    );
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
        this.#cancelGreeting();
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

  /** Answers the greeting if there is one, sends the opening, and goes on. */
  async #open(socket: PacedSocket): Promise<void> {
    this.#read(socket);
    const beginning = await this.#beginning();
    if (socket.destroyed) return;
    if (E.isLeft(beginning)) {
      this.#link.drop(beginning.left);
      return;
    }
    const { login, opening } = beginning.right;
    this.#socket = socket;
    this.#login = login;
    for (const message of opening) this.#write(message);
    this.#conversation.opened();
  }

  /** Returns what is sent first; the reason why nothing can be sent. */
  async #beginning(): Promise<E.Either<string, Beginning>> {
    const { login, passwordFile } = this.settings;
    const greeting = login === undefined ? undefined : this.#greeting();
    try {
      const password = passwordFile === undefined ? undefined : await this.deps.readSecret(passwordFile);
      const opening = this.#opening(password);
      if (E.isLeft(opening)) return opening;
      const answer = greeting === undefined ? E.right('') : pjlinkLogin(await greeting, password);
      if (E.isRight(answer) && answer.right !== '') this.deps.wire?.hide(answer.right, 'login');
      return E.map((first: string): Beginning => ({ login: first, opening: opening.right }))(answer);
    } catch (error) {
      return E.left((error as Error).message);
    }
  }

  #read(socket: PacedSocket): void {
    const { delimiter, encoding } = this.settings;
    const reader = new MessageReader(delimiter, encoding, (message) => {
      this.#lastMessage = message;
      this.#link.noteText();
      this.#receive(message);
      if (this.#isSettled) this.#link.noteSpeech();
    });
    this.#lastMessage = undefined;
    this.#isSettled = false;
    socket.on('data', (chunk: Buffer) => {
      if (!reader.read(chunk)) this.#link.drop('a message is too long');
    });
  }

  #receive(message: string): void {
    const greeted = this.#greeted;
    this.#greeted = undefined;
    if (greeted !== undefined) greeted(message);
    else if (this.settings.login !== undefined && isRefusedPassword(message))
      this.#link.drop('it refuses the password');
    else this.#conversation.received(new ReceivedText(message));
  }

  /** Resolves with the first message of the device. Drops the connection if there is none in time. */
  #greeting(): Promise<string> {
    this.#cancelGreeting = this.deps.clock.after(answerMs, () => {
      this.#link.drop(`it did not greet within ${String(answerMs)} ms`);
    });
    return new Promise((resolve) => {
      this.#greeted = (greeting) => {
        this.#cancelGreeting();
        resolve(greeting);
      };
    });
  }

  /** Returns the messages that open the connection; the reason why there are none with this password. */
  #opening(password = ''): E.Either<string, readonly string[]> {
    const { opening = [] } = this.settings;
    const messages = opening.map((template) => filled(template, { password }, this.#escape));
    return messages.every(E.isRight)
      ? E.right(messages.map(({ right }) => right))
      : E.left('the password contains characters that can not be sent');
  }

  #write(message: string): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const { delimiter, encoding } = this.settings;
    socket.write(this.#login + message + delimiter, encoding);
    this.#login = '';
  }
}
