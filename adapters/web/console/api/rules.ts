// The rules that the console checks too, from the very same codecs: what is wrong with a form, by the field's place.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { validationIssues } from '../../../../domain/codec/issues.js';

export { AccessSettings } from '../../../../domain/access/configuration.js';
export { Password, Username } from '../../../../domain/console/operator.js';
export { ConsoleStudio } from '../../../../domain/console/studio.js';
export { DeviceSettings } from '../../../../domain/devices/device.js';
export { features, featureNames } from '../../../../domain/feature.js';

/** What is wrong, by the place of the field as in `listedDevices[0].address`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Nothing is wrong. */
export const noErrors: FieldErrors = {};

/** What a codec finds wrong with a value. */
export const check = (codec: t.Mixed, value: unknown): FieldErrors => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return noErrors;
  return Object.fromEntries(
    validationIssues(decoded.left).map(({ path: place, expected }) => [
      place,
      `Expected ${expected.replace(/ or null$/, '')}.`,
    ]),
  );
};

/** What is wrong with some fields, each with a codec of its own. */
export const checkEach = (fields: Readonly<Record<string, readonly [t.Mixed, unknown]>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [codec, value]]) =>
      Object.values(check(codec, value)).map((error) => [name, error] as const),
    ),
  );

/** `place: what is expected there`, as the console tells what is wrong with a body. */
const told = /^([A-Za-z][\w.[\]]*): (.+)$/;

/** The fields that a message of the console names; empty where it names none. */
export const errorsOf = (message: string): FieldErrors =>
  Object.fromEntries(
    message.split('; ').flatMap((part) => {
      const [, place, text] = told.exec(part) ?? [];
      return place === undefined || text === undefined
        ? []
        : [[place, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`]];
    }),
  );
