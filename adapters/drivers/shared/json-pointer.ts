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

const parsed = (json: string): E.Either<Error, unknown> => E.tryCatch(() => JSON.parse(json) as unknown, E.toError);

/**
 * Returns JSON without what devices write in names and JSON forbids: control characters become spaces, and a backslash that
 * begins no escape stands for itself.
 */
const mended = (json: string): string =>
  json
    .replace(/^\uFEFF/, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\\(["\\/bfnrt]|u[0-9A-Fa-f]{4})|\\/g, (found) => (found === '\\' ? '\\\\' : found));

/** Parses JSON, also with characters in its texts that JSON forbids; undefined for a text that isn't JSON. */
export const parsedJson = (json: string): unknown => {
  const strict = parsed(json);
  return E.getOrElse<unknown, unknown>(() => undefined)(E.isRight(strict) ? strict : parsed(mended(json)));
};

/** Returns the text, number or boolean at a pointer of a JSON text, as a text; undefined if there is none. */
export const textAt = (json: string, pointer: string): string | undefined => {
  const value = valueAt(parsedJson(json), pointer);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};
