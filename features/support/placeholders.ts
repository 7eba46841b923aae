// Replaces the placeholders of feature files, such as `{Desk panel}` for that device's token.
import { createHash } from 'node:crypto';
import { base64 } from '../../test/support/http-basic.js';

type Fill = (...found: string[]) => string | undefined;

const withOctet = (octet: string, text: string): Buffer => Buffer.concat([Buffer.of(Number(octet)), Buffer.from(text)]);

const forms = (known: ReadonlyMap<string, string>): readonly (readonly [RegExp, Fill])[] => [
  [/^base64 of octet (\d+) and (.*)$/, (octet = '', text = '') => base64(withOctet(octet, text))],
  [/^base64 of (.*)$/, (text = '') => base64(text)],
  [/^unpadded base64 of (.*)$/, (text = '') => base64(text).replace(/=+$/, '')],
  [
    /^SHA-256 of (.*)$/,
    (name = '') =>
      createHash('sha256')
        .update(known.get(name) ?? '')
        .digest('hex'),
  ],
  [/^(.*) in capitals$/, (name = '') => known.get(name)?.toUpperCase()],
  [/^(.*)$/, (name = '') => known.get(name)],
];

const fillOne = (known: ReadonlyMap<string, string>, inner: string): string | undefined => {
  const form = forms(known).find(([pattern]) => pattern.test(inner));
  return form?.[1](...(form[0].exec(inner) ?? []).slice(1));
};

/** Replaces placeholders from the innermost outwards; unknown braces stay, as in JSON. */
export const fill = (known: ReadonlyMap<string, string>, text: string): string => {
  const filled = text.replace(/\{([^{}]*)\}/g, (whole, inner: string) => fillOne(known, inner) ?? whole);
  return filled === text ? text : fill(known, filled);
};
