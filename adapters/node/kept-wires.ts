// Keeps the last messages of each connection's wire, and passes on everything to those that follow one. Secrets are overwritten before.
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

/** Returns text with each character that isn't ASCII as `\\u` and four digits. */
const escaped = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The ways in which a secret is written into messages. */
const writtenForms = (secret: string): readonly string[] => {
  const [json, percent, bytes] = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret)];
  const lower = percent.replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
  const base64 = bytes.toString('base64');
  return [
    ...[secret, json, escaped(json), json.replaceAll('/', '\\/')],
    ...[percent, lower, percent.replaceAll('%20', '+')],
    ...[base64, base64.replaceAll('=', ''), bytes.toString('base64url'), bytes.toString('hex')],
  ];
};

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

/** Returns how many characters at the end of a text may be the beginning of a secret. */
const longestBeginning = (text: string, secrets: readonly string[]): number =>
  secrets.reduce((longest, secret) => Math.max(longest, beginningAtEnd(text, secret)), 0);

/** Overwrites secrets in bytes, and what may be the beginning of one where the bytes are cut off. */
const overwrittenToTheEnd = (bytes: string, secrets: readonly string[]): string => {
  const shown = overwritten(bytes, secrets);
  const cut = longestBeginning(shown, secrets);
  return shown.slice(0, shown.length - cut) + '*'.repeat(cut);
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

  /** Returns a part of a stream without secrets. What may be the beginning of one waits for the next part: it may be empty. */
  next(part: Uint8Array, secrets: readonly string[]): Buffer {
    const shown = overwritten(this.#held + Buffer.from(part).toString('latin1'), secrets);
    const end = shown.length - longestBeginning(shown, secrets);
    this.#held = shown.slice(end);
    return Buffer.from(shown.slice(0, end), 'latin1');
  }

  /** Forgets what waits, because the stream has ended. */
  end(): void {
    this.#held = '';
  }

  keep(order: number, about: Kept['about'], bytes: Buffer, length: number): void {
    const start = Buffer.from(bytes.subarray(0, maxKeptBytes));
    const last = this.messages.at(-1);
    const isSame = last?.length === length && last.start.equals(start);
    if (isSame) this.messages.pop();
    if (this.messages.length === maxKeptMessages) this.messages.shift();
    this.messages.push({ order, about, start, length, times: isSame ? last.times + 1 : 1 });
  }
}

/** The bytes as a view: nothing is copied. */
const bufferOf = (bytes: Uint8Array | string): Buffer =>
  typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The wire of one connection with what is kept of it. */
class KeptWire implements Wire {
  /** By what they are known as. */
  readonly #hidden = new Map<string, readonly string[]>();
  /** Longest first, each as Latin-1. */
  #secrets: readonly string[] = [];
  readonly #directions = new Map<string, KeptDirection>();
  #noted = 0;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    /** Who follows the connection. */
    private readonly followers: () => ReadonlySet<WireFollower>,
  ) {}

  note(direction: Direction, message: Uint8Array | string, channel?: string): void {
    const bytes = bufferOf(message);
    if (this.#secrets.length === 0) this.#keep(direction, bytes, channel, bytes.length);
    else {
      // Followers see all of it; else only what is kept is worth the search for secrets.
      const longest = this.#secrets[0]?.length ?? 0;
      const seen = this.followers().size > 0 ? bytes : bytes.subarray(0, maxKeptBytes + longest);
      const shown = Buffer.from(overwritten(seen.toString('latin1'), this.#secrets), 'latin1');
      this.#keep(direction, shown, channel, bytes.length);
    }
  }

  noteChunk(direction: Direction, chunk: Uint8Array | string, channel?: string): void {
    const bytes = bufferOf(chunk);
    const shown = this.#secrets.length === 0 ? bytes : this.#directionOf(direction, channel).next(bytes, this.#secrets);
    if (shown.length > 0) this.#keep(direction, shown, channel, shown.length);
  }

  hide(secret: string, as = secret): void {
    if (secret === '') return;
    this.#hidden.set(
      as,
      writtenForms(secret).map((form) => Buffer.from(form).toString('latin1')),
    );
    const all = new Set([...this.#hidden.values()].flat());
    this.#secrets = [...all].sort((one, other) => other.length - one.length);
  }

  /** The streams have ended. */
  end(): void {
    for (const direction of this.#directions.values()) direction.end();
  }

  #keep(direction: Direction, shown: Buffer, channel: string | undefined, length: number): void {
    const about = { timeMs: this.clock.now(), direction, ...(channel !== undefined && { channel }) };
    this.#noted += 1;
    this.#directionOf(direction, channel).keep(this.#noted, about, shown, length);
    for (const follower of this.followers()) follower({ ...about, content: contentOf(shown) });
  }

  withoutSecrets(text: string): string {
    const parts = text.split('…').map((part, at, all) => {
      const bytes = Buffer.from(part).toString('latin1');
      const isCut = at < all.length - 1;
      const shown = isCut ? overwrittenToTheEnd(bytes, this.#secrets) : overwritten(bytes, this.#secrets);
      return Buffer.from(shown, 'latin1').toString();
    });
    return parts.join('…');
  }

  /** In their order. */
  get messages(): readonly KeptMessage[] {
    return [...this.#directions.values()]
      .flatMap(({ messages }) => messages)
      .sort((one, other) => one.order - other.order)
      .map(({ about, start, length, times }) => ({ ...about, content: contentOf(start), length, times }));
  }

  #directionOf(direction: Direction, channel: string | undefined): KeptDirection {
    const key = `${direction} ${channel ?? ''}`;
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
    this.#notify(connection, { timeMs: this.clock.now(), change: 'closed' });
  }

  noteCommand(connection: string, command: DeviceCommand): void {
    this.#notify(connection, { timeMs: this.clock.now(), command });
  }

  noteLoss(connection: string, reason: string): void {
    this.#wires.get(connection)?.end();
    this.#notify(connection, { timeMs: this.clock.now(), change: { lost: reason } });
  }

  messages(connection: string): readonly KeptMessage[] {
    return this.#wires.get(connection)?.messages ?? [];
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
