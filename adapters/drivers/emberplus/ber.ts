// The subset of the Basic Encoding Rules (ITU-T X.690) that Ember+ uses: reads elements within bounds.
import type { Buffer } from 'node:buffer';

/** An element of BER. */
export interface BerElement {
  /** Class and number, as {@link tag} returns them. */
  readonly tag: number;
  /** The value; empty if the element has children. */
  readonly content: Buffer;
  readonly children: readonly BerElement[];
}

/** The classes of tags. */
const classes = { universal: 0x00, application: 0x40, context: 0x80 } as const;

/** Tags have at most four bytes: a class, and a number of 21 bits. */
const maxTagNumber = 0x1f_ff_ff;

const tag = (tagClass: number, number: number): number => tagClass * (maxTagNumber + 1) + number;

export const application = (number: number): number => tag(classes.application, number);
export const context = (number: number): number => tag(classes.context, number);
export const universal = (number: number): number => tag(classes.universal, number);

/** Maximum number of nested elements. A level of an Ember+ tree has four. */
const maxDepth = 256;

/** Maximum number of elements of a message. A parameter with all its properties has about 40. */
const maxElements = 262_144;

/** Thrown, and caught, by the reader of messages. */
export class MalformedBer extends Error {}

/** Reads the elements of a message. */
class BerReader {
  #at = 0;
  #count = 0;

  constructor(private readonly bytes: Buffer) {}

  /** Returns the element that begins here and doesn't reach beyond `end`. Throws {@link MalformedBer}. */
  element(end: number, depth: number): BerElement {
    this.#count += 1;
    if (this.#count > maxElements) throw new MalformedBer(`more than ${String(maxElements)} elements`);
    if (depth > maxDepth) throw new MalformedBer(`more than ${String(maxDepth)} nested elements`);
    const first = this.#byte(end);
    const read = tag(first & 0xc0, this.#tagNumber(first, end));
    const isConstructed = (first & 0x20) !== 0;
    const length = this.#length(end);
    if (length === undefined && !isConstructed) throw new MalformedBer('a value without a length');
    const ownEnd = length === undefined ? end : this.#at + length;
    if (ownEnd > end) throw new MalformedBer('an element that is cut short');
    if (isConstructed)
      return { tag: read, content: nothing(this.bytes), children: this.#children(ownEnd, depth, length) };
    const content = this.bytes.subarray(this.#at, ownEnd);
    this.#at = ownEnd;
    return { tag: read, content, children: [] };
  }

  /** Returns the elements up to `end`, or up to the two zeros that end an element without a length. */
  #children(end: number, depth: number, length: number | undefined): readonly BerElement[] {
    const children: BerElement[] = [];
    while (length === undefined ? !this.#isEndOfContents(end) : this.#at < end)
      children.push(this.element(end, depth + 1));
    return children;
  }

  #isEndOfContents(end: number): boolean {
    if (this.bytes[this.#at] !== 0) return false;
    this.#byte(end);
    if (this.#byte(end) !== 0) throw new MalformedBer('an element without a tag');
    return true;
  }

  #tagNumber(first: number, end: number): number {
    const short = first & 0x1f;
    if (short !== 0x1f) return short;
    let number = 0;
    for (let byte = 0x80; (byte & 0x80) !== 0;) {
      byte = this.#byte(end);
      number = number * 128 + (byte & 0x7f);
      if (number > maxTagNumber) throw new MalformedBer('a tag of more than four bytes');
    }
    return number;
  }

  /** Returns a length; undefined for the indefinite form. */
  #length(end: number): number | undefined {
    const first = this.#byte(end);
    if (first < 0x80) return first;
    if (first === 0x80) return undefined;
    const octets = first & 0x7f;
    if (octets > 4) throw new MalformedBer('a length of more than four bytes');
    let length = 0;
    for (let read = 0; read < octets; read += 1) length = length * 256 + this.#byte(end);
    return length;
  }

  #byte(end: number): number {
    const byte = this.#at < end ? this.bytes[this.#at] : undefined;
    if (byte === undefined) throw new MalformedBer('an element that is cut short');
    this.#at += 1;
    return byte;
  }
}

const nothing = (bytes: Buffer): Buffer => bytes.subarray(0, 0);

/** Returns the element of a message. Throws {@link MalformedBer}. */
export const readBer = (bytes: Buffer): BerElement => new BerReader(bytes).element(bytes.length, 0);
