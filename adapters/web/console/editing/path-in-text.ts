// Where in the studio file a place in its text is, by indentation: what completion offers there depends on it.

/** A place in the text. */
export interface TextPlace {
  /** The names of the fields around it, the outermost first. Lists have no names. */
  readonly path: readonly string[];
  /** Whether a value of the last field is written there, and no name of a field. */
  readonly isValue: boolean;
}

interface FieldLine {
  /** The column of the name. */
  readonly indent: number;
  readonly name: string;
}

/** Returns the column at which a line begins, behind the markers of lists. */
const indentOf = (line: string): number => line.length - line.trimStart().replace(/^(?:- *)+/, '').length;

/** Returns the field that a line begins; undefined for other lines. */
const fieldOf = (line: string): FieldLine | undefined => {
  const indent = indentOf(line);
  const [, name] = /^([\w-]+):/.exec(line.slice(indent)) ?? [];
  return name === undefined ? undefined : { indent, name };
};

const within = (fields: readonly FieldLine[], indent: number): readonly FieldLine[] =>
  fields.filter((field) => field.indent < indent);

/** Returns where the innermost braces begin that are open at the end of a line; -1 if none are. */
const openBraces = (line: string): number =>
  line
    .split('')
    .reduce<readonly number[]>((open, character, at) => {
      if (character === '{') return [...open, at];
      return character === '}' ? open.slice(0, -1) : open;
    }, [])
    .at(-1) ?? -1;

const lastPart = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);

/** Returns the place within braces, whose fields stand on one line. */
const placeInBraces = (outer: readonly string[], inner: string): TextPlace => {
  const [name = '', value] = lastPart(inner, ',').split(':');
  return value === undefined ? { path: outer, isValue: false } : { path: [...outer, name.trim()], isValue: true };
};

/** Returns the place at the end of a text. */
export const pathAt = (before: string): TextPlace => {
  const lines = before.split('\n');
  const last = lines.at(-1) ?? '';
  const open = lines.slice(0, -1).reduce<readonly FieldLine[]>((fields, line) => {
    const field = fieldOf(line);
    return field === undefined ? fields : [...within(fields, field.indent), field];
  }, []);
  const braces = openBraces(last);
  const head = braces < 0 ? last : last.slice(0, braces);
  const field = fieldOf(head);
  const outer = within(open, indentOf(head)).map(({ name }) => name);
  const path = field === undefined ? outer : [...outer, field.name];
  return braces < 0 ? { path, isValue: field !== undefined } : placeInBraces(path, last.slice(braces + 1));
};
