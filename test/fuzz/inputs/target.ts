// What is fuzzed within this process: a part of the product that reads input of others.
import type { RandomSource } from '../random-source.js';

/** An opened target. */
export interface OpenedTarget {
  /** Gives an input to the product. Throws if that treats it wrongly. */
  readonly check: (input: Buffer) => void | Promise<void>;
  readonly close: () => void | Promise<void>;
}

/** A part of the product, and its inputs. */
export interface FuzzTarget {
  /** Returns an input: valid, or close to it. */
  readonly generate: (random: RandomSource) => Buffer;
  readonly open: () => OpenedTarget | Promise<OpenedTarget>;
}

/** Returns the bytes of a text of which each character is one byte. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Returns the bytes of a text as a text of which each character is one byte. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Returns an opened target of a function without state. */
export const stateless = (check: (input: Buffer) => void): OpenedTarget => ({ check, close: () => undefined });
