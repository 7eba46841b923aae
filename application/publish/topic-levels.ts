// The levels of topics: the names of the API's addresses, in which the characters that topics forbid are encoded.

const utf8 = new TextEncoder();

const bytes = (character: string, mark: string): string =>
  [...utf8.encode(character)].map((byte) => mark + byte.toString(16).padStart(2, '0').toUpperCase()).join('');

/** Returns a name as one level: `/`, `+`, `#` and `%` are encoded as in an address, such as `%2F`. */
export const levelOf = (name: string): string => name.replaceAll(/[/+#%]/g, (character) => bytes(character, '%'));

/** Returns a text with letters, digits, `-` and `_` only, another one for each other text. */
export const plainId = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/gu, (one) => bytes(one, '_'));
