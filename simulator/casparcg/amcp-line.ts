// Lines of AMCP: splitting a command into its words, and naming the request that a reply belongs to.

/** A parsed line. */
export interface ParsedLine {
  /** Verb and parameters. */
  readonly words: readonly string[];
  /** The whole line, which the reply to an unknown command repeats. */
  readonly line: string;
  /** The id of the request; undefined without `REQ`. */
  readonly id?: string | undefined;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n' };

/** Splits a line at spaces. Quotes group words. A backslash escapes backslash, quote and n; other characters vanish with it. */
export const splitLine = (line: string): readonly string[] =>
  [...line.matchAll(/"((?:\\.|[^"\\])*)"|((?:\\.|[^ "\\])+)/gs)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replaceAll(/\\(.)/gs, (_, escaped: string) => escapes[escaped] ?? ''),
  );

/** Parses a line. */
export const parseLine = (line: string): ParsedLine => {
  const [first = '', ...rest] = splitLine(line);
  if (first.toUpperCase() !== 'REQ') return { line, words: [first, ...rest] };
  const [id, ...words] = rest;
  return { line, words, id };
};

/** Returns a reply with the id of its request, if it has one. */
export const withId = (id: string | undefined, reply: string): string =>
  id === undefined || reply === '' ? reply : `RES ${id} ${reply}`;
