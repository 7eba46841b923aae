// Keeps the last messages of each connection's wire, and passes on everything to who follows one. Secrets are overwritten before.
import { isUtf8 } from 'node:buffer';
import type { Clock } from '../../application/ports/clock.js';
import type {
  Direction,
  KeptMessage,
  Wire,
  WireContent,
  WireEntry,
  WireFollower,
  WireMessage,
  Wires,
} from '../../application/ports/wire.js';
import type { DeviceCommand } from '../../domain/studio/command.js';

/** The most messages of one direction and channel that are kept, and the most bytes of each. */
export const maxKeptMessages = 20;
export const maxKeptBytes = 256;

/**
 * The most secrets of a connection that are hidden. Drivers make another one of the password for each attempt to connect, such as a
 * digest, and the password is hidden anew whenever it is read.
 */
const maxSecrets = 50;

/** The ways in which a secret is written into messages. */
const writtenForms = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];

/** Overwrites secrets in bytes. Each is Latin-1, as the bytes are: one character for each byte. */
const overwritten = (bytes: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '*'.repeat(secret.length)), bytes);

/** Returns how many characters at the end of a text are the beginning of a secret, without its last one. */
const beginningAtEnd = (text: string, secret: string): number => {
  const first = secret.charAt(0);
  const end = text.slice(-Math.max(1, secret.length - 1));
  for (let at = end.indexOf(first); at !== -1 && secret.length > 1; at = end.indexOf(first, at + 1))
    if (secret.startsWith(end.slice(at))) return end.length - at;
  return 0;
};

/** Control characters that no text has: all but tabs and ends of lines. */
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

const contentOf = (bytes: Buffer): WireContent => {
  const text = bytes.toString();
  return isUtf8(bytes) && !control.test(text) ? { text } : { hex: bytes.toString('hex') };
};

/** A message as it is kept. */
interface Kept {
  /** The place of the message among all of its connection. */
  readonly order: number;
  readonly about: Omit<WireMessage, 'content'>;
  readonly start: Buffer;
  readonly length: number;
  readonly times: number;
}

/** What is kept of one direction of a channel. */
class KeptDirection {
  readonly messages: Kept[] = [];
  /** The end of the last message, if it may be the beginning of a secret. */
  #held = '';

  /** Returns a message without secrets. What may be the beginning of one is held back until the next message: it is empty then. */
  withoutSecrets(message: Uint8Array, secrets: readonly string[]): Buffer {
    if (secrets.length === 0) return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    const shown = overwritten(this.#held + Buffer.from(message).toString('latin1'), secrets);
    const end = shown.length - Math.max(...secrets.map((secret) => beginningAtEnd(shown, secret)));
    this.#held = shown.slice(end);
    return Buffer.from(shown.slice(0, end), 'latin1');
  }

  keep(order: number, about: Kept['about'], bytes: Buffer): void {
    const { length } = bytes;
    const start = Buffer.from(bytes.subarray(0, maxKeptBytes));
    const last = this.messages.at(-1);
    const isSame = last?.length === length && last.start.equals(start);
    if (isSame) this.messages.pop();
    if (this.messages.length === maxKeptMessages) this.messages.shift();
    this.messages.push({ order, about, start, length, times: isSame ? last.times + 1 : 1 });
  }
}

/** The wire of one connection with what is kept of it. */
class KeptWire implements Wire {
  /** Oldest first. */
  readonly #hidden = new Set<string>();
  /** The ways in which they are written, longest first. */
  #secrets: readonly string[] = [];
  readonly #directions = new Map<string, KeptDirection>();
  #noted = 0;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    /** Who follows the connection. */
    private readonly followers: () => ReadonlySet<WireFollower>,
  ) {}

  note(direction: Direction, bytes: Uint8Array | string, channel?: string): void {
    const kept = this.#directionOf(`${direction} ${channel ?? ''}`);
    const shown = kept.withoutSecrets(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, this.#secrets);
    if (shown.length === 0) return;
    const about = { timeMs: this.clock.now(), direction, ...(channel !== undefined && { channel }) };
    this.#noted += 1;
    kept.keep(this.#noted, about, shown);
    for (const follower of this.followers()) follower({ ...about, content: contentOf(shown) });
  }

  hide(secret: string): void {
    this.#hidden.delete(secret);
    this.#hidden.add(secret);
    const [oldest = secret] = this.#hidden;
    if (this.#hidden.size > maxSecrets) this.#hidden.delete(oldest);
    const written = [...this.#hidden].flatMap(writtenForms).map((form) => Buffer.from(form).toString('latin1'));
    const all = new Set(written.filter((form) => form !== ''));
    this.#secrets = [...all].sort((one, other) => other.length - one.length);
  }

  withoutSecrets(text: string): string {
    return Buffer.from(overwritten(Buffer.from(text).toString('latin1'), this.#secrets), 'latin1').toString();
  }

  /** In their order. */
  get messages(): readonly KeptMessage[] {
    return [...this.#directions.values()]
      .flatMap(({ messages }) => messages)
      .sort((one, other) => one.order - other.order)
      .map(({ about, start, length, times }) => ({ ...about, content: contentOf(start), length, times }));
  }

  #directionOf(key: string): KeptDirection {
    const known = this.#directions.get(key);
    if (known !== undefined) return known;
    const kept = new KeptDirection();
    this.#directions.set(key, kept);
    return kept;
  }
}

/** Keeps the wires of all connections. */
export class KeptWires implements Wires {
  readonly #wires = new Map<string, KeptWire>();
  readonly #followers = new Map<string, ReadonlySet<WireFollower>>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  open(connection: string): Wire {
    const wire = new KeptWire(this.clock, () => this.#followersOf(connection));
    this.#wires.set(connection, wire);
    this.#notify(connection, { timeMs: this.clock.now(), change: 'opened' });
    return wire;
  }

  forget(connection: string): void {
    this.#wires.delete(connection);
  }

  noteCommand(connection: string, command: DeviceCommand): void {
    this.#notify(connection, { timeMs: this.clock.now(), command });
  }

  noteLoss(connection: string, reason: string): void {
    const lost = this.withoutSecrets(connection, reason);
    this.#notify(connection, { timeMs: this.clock.now(), change: { lost } });
  }

  messages(connection: string): readonly KeptMessage[] {
    return this.#wires.get(connection)?.messages ?? [];
  }

  withoutSecrets(connection: string, text: string): string {
    return this.#wires.get(connection)?.withoutSecrets(text) ?? text;
  }

  follow(connection: string, follower: WireFollower): () => void {
    this.#followers.set(connection, new Set([...this.#followersOf(connection), follower]));
    return () => {
      const rest = new Set([...this.#followersOf(connection)].filter((one) => one !== follower));
      if (rest.size === 0) this.#followers.delete(connection);
      else this.#followers.set(connection, rest);
    };
  }

  #followersOf(connection: string): ReadonlySet<WireFollower> {
    return this.#followers.get(connection) ?? new Set();
  }

  #notify(connection: string, entry: WireEntry): void {
    for (const follower of this.#followersOf(connection)) follower(entry);
  }
}
