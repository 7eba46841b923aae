// Parses the YAML of a studio file. Stops where a file would take too much time or memory: see docs/decisions/studio-file.md.
import {
  Composer,
  isScalar,
  Lexer,
  Parser,
  visit,
  type CST,
  type Document,
  type ErrorCode,
  type LineCounter,
} from 'yaml';

/** What is wrong with the syntax. */
export interface SyntaxIssue {
  /** Where, in characters from the start. */
  readonly offset: number;
  readonly message: string;
}

/** A parsed file, and what is wrong with its syntax. Without a document, a bound is exceeded. */
export interface ParsedYaml {
  readonly document: Document | undefined;
  readonly issues: readonly SyntaxIssue[];
}

/** The most tokens of a file: values, indicators, spaces and line breaks. A valid file of 1 MiB has up to 710,000. */
const maxTokens = 750_000;

/** The deepest nesting of a file. A valid file has about ten levels. */
const maxDepth = 100;

const tokenCount = (text: string): number => {
  let count = 0;
  for (const token of new Lexer().lex(text)) if (token !== '') count += 1;
  return count;
};

/** Structures of a file, up to the one that is nested too deeply. */
interface BoundedParser {
  readonly structures: Generator<CST.Token, void>;
  /** Returns where the nesting is too deep, if it was reached. */
  readonly tooDeep: () => SyntaxIssue | undefined;
}

const boundedParser = (text: string, lines: LineCounter): BoundedParser => {
  const parser = new Parser(lines.addNewLine);
  const isTooDeep = (): boolean => parser.stack.length > maxDepth;

  function* structures(): Generator<CST.Token, void> {
    lines.addNewLine(0);
    for (const source of new Lexer().lex(text)) {
      yield* parser.next(source);
      if (isTooDeep()) return;
    }
    yield* parser.end();
  }
  const message = `expected at most ${String(maxDepth)} levels of nesting`;
  return { structures: structures(), tooDeep: () => (isTooDeep() ? { offset: parser.offset, message } : undefined) };
};

/** A key that its map has twice. */
interface RepeatedKey {
  readonly name: string;
  readonly offset: number;
  readonly firstOffset: number;
}

/**
 * Returns the keys that their map has twice. Of several in a row only the first, because an entry that is indented too far
 * repeats them all. The library would compare each key with all others of its map.
 */
const repeatedKeys = (document: Document): readonly RepeatedKey[] => {
  const repeated: RepeatedKey[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Map<unknown, number>();
      let isInRow = false;
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [offset, firstOffset] = [key.range?.[0] ?? 0, seen.get(key.value)];
        if (firstOffset === undefined) seen.set(key.value, offset);
        else if (!isInRow) repeated.push({ name: String(key.value), offset, firstOffset });
        isInRow = firstOffset !== undefined;
      }
    },
  });
  return repeated;
};

/** Returns the aliases without an anchor before them. The library would name them, and one may be a password that isn't quoted. */
const unknownAliases = (document: Document): readonly SyntaxIssue[] => {
  const anchors = new Set<string>();
  const unknown: SyntaxIssue[] = [];
  visit(document, {
    Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_, { source, range }) => {
      if (!anchors.has(source))
        unknown.push({ offset: range?.[0] ?? 0, message: 'a text can’t begin with * unless it is in quotes' });
    },
  });
  return unknown;
};

/** Errors of one value, which lead to no others. */
const errorsOfOneValue: ReadonlySet<ErrorCode> = new Set([
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'BAD_ALIAS',
  'TAG_RESOLVE_FAILED',
]);

const likeNeighbours = 'indent it as the lines around it';

/** What the errors of the library mean to those who write studio files. A wrong indentation is noticed on its line or the next one. */
const meanings: readonly (readonly [error: RegExp, meaning: string])[] = [
  [/^TAB_AS_INDENT .*/, 'a tab indents this line; write spaces'],
  [/^MISSING_CHAR Missing closing (["']).*/, 'the quote $1 that begins here has no closing $1'],
  [/^(?:BAD_INDENT|MISSING_CHAR) Flow seq.*/, 'a [ before this has no closing ]'],
  [/^(?:BAD_INDENT|MISSING_CHAR) Flow map.*/, 'a { before this has no closing }'],
  [/^MISSING_CHAR Comments.*/, 'write a space before the #'],
  [/^MISSING_CHAR Seq.*/, `this line begins neither an entry ("- ") nor a field of the one above; ${likeNeighbours}`],
  [/^BAD_INDENT .*/, `this line begins in another column than its neighbours; ${likeNeighbours}`],
  [
    /^BLOCK_AS_IMPLICIT_KEY .*/,
    'a second colon belongs to this value: put the value in quotes, or indent the next line as the lines around it',
  ],
  [
    /^MULTILINE_IMPLICIT_KEY .*/,
    `this line has no colon and space after a name, and no "- " before an entry; or ${likeNeighbours}`,
  ],
  [
    /^UNEXPECTED_TOKEN .*/,
    `this is not expected here: a quote, comma or bracket before it is missing or one too many; or ${likeNeighbours}`,
  ],
  [/^BAD_SCALAR_START .*(.)$/, 'a text can’t begin with $1 unless it is in quotes'],
  [/^BAD_DQ_ESCAPE .*(\\.)$/, '$1 has no meaning in double quotes; write \\\\ for a backslash, or single quotes'],
];

/** An error of the library. */
type ParseError = Document['errors'][number];

const meaningOf = ({ code, message }: ParseError): string => {
  const error = `${code} ${message}`;
  const [pattern, meaning] = meanings.find(([one]) => one.test(error)) ?? [];
  return pattern === undefined || meaning === undefined ? message : error.replace(pattern, meaning);
};

/** Returns where the last quote before an offset begins. */
const lastQuote = (document: Document, before: number): number => {
  let last = 0;
  visit(document, {
    Scalar: (_, { type, range }) => {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && range && range[0] < before) last = range[0];
    },
  });
  return last;
};

/** Returns an issue in the words of those who write studio files. That of a quote is where the quote begins. */
const issueOf =
  (document: Document) =>
  (error: ParseError): SyntaxIssue => {
    const isQuote = error.message.startsWith('Missing closing');
    return { offset: isQuote ? lastQuote(document, error.pos[0]) : error.pos[0], message: meaningOf(error) };
  };

/** Returns the errors without those to which the first error of the structure has led. */
const independentErrors = (errors: readonly ParseError[]): readonly ParseError[] => {
  const [first] = errors
    .filter(({ code }) => !errorsOfOneValue.has(code))
    .toSorted((one, other) => one.pos[0] - other.pos[0]);
  return errors.filter((error) => error === first || errorsOfOneValue.has(error.code));
};

const syntaxIssuesOf = (
  document: Document,
  second: Document | undefined,
  lines: LineCounter,
): readonly SyntaxIssue[] => {
  const errors = independentErrors(document.errors).map(issueOf(document));
  const further =
    second === undefined ? [] : [{ offset: second.range?.[0] ?? 0, message: 'expected one YAML document' }];
  return errors.length + further.length > 0
    ? [...errors, ...further]
    : [
        ...unknownAliases(document),
        ...repeatedKeys(document).map(({ offset, name, firstOffset }) => ({
          offset,
          message: `the field ${name} is in line ${String(lines.linePos(firstOffset).line)} already`,
        })),
      ];
};

const parse = (text: string, lines: LineCounter): ParsedYaml => {
  const { structures, tooDeep } = boundedParser(text, lines);
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [document, second] = composer.compose(structures, true, text.length);
  const bound = tooDeep();
  if (document === undefined || bound !== undefined)
    return { document: undefined, issues: bound === undefined ? [] : [bound] };
  return { document, issues: syntaxIssuesOf(document, second, lines) };
};

/** Parses a file. Marks the starts of its lines in `lines`. */
export const parseStudioYaml = (text: string, lines: LineCounter): ParsedYaml => {
  const count = tokenCount(text);
  if (count > maxTokens) {
    const message = `expected at most ${String(maxTokens)} YAML tokens, got ${String(count)}`;
    return { document: undefined, issues: [{ offset: 0, message }] };
  }
  // Each issue is an `Error`. Nobody sees their stacks, which would take most of the time and memory.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse(text, lines);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
