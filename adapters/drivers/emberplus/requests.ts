// The requests of a consumer, as frames. Each names its element by its whole path.
import { Buffer } from 'node:buffer';
import { emberFrame } from './s101.js';
import type { GlowElement, GlowValue } from './elements.js';

/** An element of BER with a tag of one byte and a length of the shortest form. */
const tlv = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const lengthBytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
};

const isConstructed = 0x20;
const application = (number: number, ...contents: readonly Buffer[]): Buffer =>
  tlv(0x40 | isConstructed | number, ...contents);
const context = (number: number, ...contents: readonly Buffer[]): Buffer =>
  tlv(0x80 | isConstructed | number, ...contents);

/** Returns the shortest two's complement of an integer. */
const integerBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  let at = 0;
  // The first 9 bits may not be the same (X.690, 8.3.2).
  while (at < 7 && bytes[at] === ((bytes[at + 1] ?? 0) & 0x80 ? 0xff : 0)) at += 1;
  return bytes.subarray(at);
};

const integer = (value: number): Buffer => tlv(2, integerBytes(value));

/** Returns the digits of a number in base 128, as relative object identifiers have them. */
const base128 = (value: number): readonly number[] => {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 | (rest % 128));
  return digits;
};

const numbers = (values: readonly number[]): Buffer => tlv(13, Buffer.from(values.flatMap(base128)));

/** Returns the bytes of a real. The exponent is that of the normalized mantissa, which departs from X.690. */
const realBytes = (value: number): Buffer => {
  if (value === 0) return Buffer.alloc(0);
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(Math.abs(value));
  const raw = bits.readBigUInt64BE();
  const exponent = integerBytes(Number(raw >> 52n) - 1_023);
  let mantissa = (raw & 0xf_ffff_ffff_ffffn) | 0x10_0000_0000_0000n;
  while ((mantissa & 1n) === 0n) mantissa >>= 1n;
  const digits = mantissa.toString(16);
  const preamble = 0x80 | (value < 0 ? 0x40 : 0) | (exponent.length - 1);
  const mantissaBytes = Buffer.from(`${digits.length % 2 === 0 ? '' : '0'}${digits}`, 'hex');
  return Buffer.concat([Buffer.of(preamble), exponent, mantissaBytes]);
};

/** A value that can be set. */
export type SettableValue = Exclude<GlowValue, { readonly type: 'other' }>;

const valueBytes = (settable: SettableValue): Buffer => {
  if (settable.type === 'boolean') return tlv(1, Buffer.of(settable.value ? 0xff : 0));
  if (settable.type === 'text') return tlv(12, Buffer.from(settable.value, 'utf8'));
  return settable.type === 'real' ? tlv(9, realBytes(settable.value)) : integer(settable.value);
};

const request = (element: Buffer): Buffer => emberFrame(application(0, application(11, context(0, element))));

const pathMember = (path: string): Buffer => context(0, numbers(path.split('.').map(Number)));

const qualified: Readonly<Record<GlowElement['kind'], number>> = { parameter: 9, node: 10, matrix: 17 };

/** GetDirectory: requests what is below an element, or a parameter's properties, and reports of changes. */
const getDirectory = application(2, context(0, integer(32)));

/** Returns the request for the elements of the root. */
export const rootDirectory = (): Buffer => request(getDirectory);

/** Returns the request for an element's directory. */
export const directoryOf = ({ kind, path }: Pick<GlowElement, 'kind' | 'path'>): Buffer =>
  request(application(qualified[kind], pathMember(path), context(2, application(4, context(0, getDirectory)))));

/** Returns the request to set a parameter. */
export const setValue = (path: string, value: SettableValue): Buffer =>
  request(application(qualified.parameter, pathMember(path), context(1, tlv(0x31, context(2, valueBytes(value))))));

/** How a request changes the sources of a matrix's target. */
export const operations = { absolute: 0, connect: 1, disconnect: 2 } as const;

/** Returns the request to change the sources of a matrix's target. */
export const connectSources = (
  path: string,
  target: number,
  sources: readonly number[],
  operation: keyof typeof operations,
): Buffer => {
  const members = [
    context(0, integer(target)),
    context(1, numbers(sources)),
    context(2, integer(operations[operation])),
  ];
  const connection = application(16, ...members);
  return request(application(qualified.matrix, pathMember(path), context(5, tlv(0x30, context(0, connection)))));
};
