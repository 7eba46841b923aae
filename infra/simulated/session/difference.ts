// Compares the lines of a replay with those of a recording, and describes the first difference.

/** A line, by its JSON text. */
type Line = string;

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Characters that are shown before and after the first difference. */
const contextBefore = 20;
const contextAfter = 60;

const excerpt = (text: string, at: number): string =>
  JSON.stringify(text.slice(Math.max(0, at - contextBefore), at + contextAfter));

const firstDifferentAt = (expected: string, got: string): number => {
  let at = 0;
  while (at < expected.length && expected[at] === got[at]) at += 1;
  return at;
};

const names: Readonly<Record<string, string>> = {
  call: 'call',
  steering: 'call of the steering',
  disconnect: 'disconnection of call',
  configuration: 'access configuration of version',
  answer: 'answer to call',
  part: 'part of the stream of call',
  ended: 'end of the stream of call',
};

/** Returns what a line is, such as `the answer to call 3`. */
const kindOf = (line: Fields): string => {
  const kind = Object.keys(names).find((name) => name in line);
  if (kind === undefined) return 'the end of the session';
  const { version = line[kind] } = Object(line[kind]) as { readonly version?: unknown };
  return `the ${names[kind] ?? ''} ${textOf(version)}`;
};

/** Returns the method and target of a line's call. */
const targetOf = (all: readonly Line[], line: Fields): string => {
  const number = line['answer'] ?? line['part'] ?? line['ended'];
  const call = all.map((one) => JSON.parse(one) as Fields).find((one) => (one['call'] ?? one['steering']) === number);
  return number === undefined || call === undefined ? '' : ` (${textOf(call['method'])} ${textOf(call['target'])})`;
};

const parsed = (line: Line | undefined): Fields => (line === undefined ? {} : (JSON.parse(line) as Fields));

/** Returns what differs between two lines of the same kind. */
const fieldDifference = (expected: Fields, got: Fields): readonly string[] => {
  // The body shows more than the header with its length.
  const fields = Object.keys({ atMs: 0, status: 0, body: '', ...expected, ...got });
  const field = fields.find((name) => textOf(expected[name]) !== textOf(got[name])) ?? '';
  const [before, after] = [textOf(expected[field]), textOf(got[field])];
  const at = firstDifferentAt(before, after);
  return [
    `${field} differs at character ${String(at + 1)}`,
    `expected ${excerpt(before, at)}`,
    `got      ${excerpt(after, at)}`,
  ];
};

/**
 * Returns how the lines of a replay differ from the first `count` lines of a recording; undefined if they are the same. Lines
 * are numbered as in the file, whose first line is not among them.
 */
export const firstDifference = (
  recorded: readonly Line[],
  replayed: readonly Line[],
  count: number,
  from = 0,
): readonly string[] | undefined => {
  const length = Math.max(count, replayed.length);
  for (let index = from; index < length; index += 1) {
    const [expected, got] = [recorded[index], replayed[index]];
    if (expected === got && index < count) continue;
    const [before, after] = [parsed(expected), parsed(got)];
    const line = `line ${String(index + 2)}`;
    if (got === undefined) return [`${line}: ${kindOf(before)}${targetOf(recorded, before)} did not come`];
    if (kindOf(before) !== kindOf(after) || index >= count)
      return [
        `${line}: expected ${expected === undefined ? 'nothing more' : kindOf(before)}, got ${kindOf(after)}${targetOf(replayed, after)} already at ${textOf(after['atMs'])} ms`,
      ];
    return [`${line}: ${kindOf(before)}${targetOf(recorded, before)}`, ...fieldDifference(before, after)];
  }
  return undefined;
};
