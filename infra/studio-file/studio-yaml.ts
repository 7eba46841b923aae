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

/**
 * Offsets of keys that their map has twice. Of several in a row only the first, because an entry that is indented too far
 * repeats them all. The library would compare each key with all others of its map.
 */
const repeatedKeys = (document: Document): readonly number[] => {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      let isInRow = false;
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const isRepeated = seen.has(key.value);
        if (isRepeated && !isInRow) offsets.push(key.range?.[0] ?? 0);
        isInRow = isRepeated;
        seen.add(key.value);
      }
    },
  });
  return offsets;
};

/** Errors of one value, which lead to no others. */
const errorsOfOneValue: ReadonlySet<ErrorCode> = new Set([
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'BAD_ALIAS',
  'TAG_RESOLVE_FAILED',
]);

/** Errors to which a wrong indentation leads. The parser notices it on this line or on the one after it. */
const errorsOfIndentation: ReadonlySet<ErrorCode> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
  'TAB_AS_INDENT',
  'UNEXPECTED_TOKEN',
]);

/** An error of the library. */
type ParseError = Document['errors'][number];

const issueOf = ({ pos, code, message }: ParseError): SyntaxIssue => ({
  offset: pos[0],
  message: errorsOfIndentation.has(code)
    ? `${message}; expected an indentation that fits the lines around it`
    : message,
});

/** Returns the errors without those to which the first error of the structure has led. */
const independentErrors = (errors: readonly ParseError[]): readonly ParseError[] => {
  const [first] = errors
    .filter(({ code }) => !errorsOfOneValue.has(code))
    .toSorted((one, other) => one.pos[0] - other.pos[0]);
  return errors.filter((error) => error === first || errorsOfOneValue.has(error.code));
};

const syntaxIssuesOf = (document: Document, second: Document | undefined): readonly SyntaxIssue[] => {
  const errors = independentErrors(document.errors).map(issueOf);
  const further =
    second === undefined ? [] : [{ offset: second.range?.[0] ?? 0, message: 'expected one YAML document' }];
  return errors.length + further.length > 0
    ? [...errors, ...further]
    : repeatedKeys(document).map((offset) => ({ offset, message: 'Map keys must be unique' }));
};

const parse = (text: string, lines: LineCounter): ParsedYaml => {
  const { structures, tooDeep } = boundedParser(text, lines);
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [document, second] = composer.compose(structures, true, text.length);
  const bound = tooDeep();
  if (document === undefined || bound !== undefined)
    return { document: undefined, issues: bound === undefined ? [] : [bound] };
  return { document, issues: syntaxIssuesOf(document, second) };
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
