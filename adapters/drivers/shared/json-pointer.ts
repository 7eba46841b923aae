// Values inside JSON texts that devices send, addressed by JSON Pointers (RFC 6901).
import * as E from 'fp-ts/lib/Either.js';
import { refined, text } from '../../../domain/codec/codec.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';

/** A JSON Pointer that isn't empty, such as `/relays/0/ison`. `~1` stands for `/`, and `~0` for `~`. */
export const JsonPointer = refined(
  text(1, 256),
  (pointer) => /^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer),
  'a JSON Pointer such as /relay/state',
);

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the value at a pointer; undefined if there is none. */
export const valueAt = (json: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, token) => fieldOf(value, unescaped(token)), json);

/** Parses JSON; undefined for a text that isn't JSON. */
export const parsedJson = (json: string): unknown =>
  E.getOrElse<unknown, unknown>(() => undefined)(E.tryCatch(() => JSON.parse(json) as unknown, E.toError));

/** Returns the text, number or boolean at a pointer of a JSON text, as a text; undefined if there is none. */
export const textAt = (json: string, pointer: string): string | undefined => {
  const value = valueAt(parsedJson(json), pointer);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};
