// What the table of a call adds to it: headers, credentials, and a body as it is or by its fields.
import { base64 } from '../../test/support/http-basic.js';

/** What a table adds to a call. */
export interface RequestParts {
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** A token for the query string. */
  readonly token?: string;
}

type Row = readonly [name: string, text: string];

const literals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['an empty list', []],
  ['an empty object', {}],
]);

const emptyObjects = /^a list of (\d+) empty objects$/;

const valueOf = (text: string): unknown => {
  if (literals.has(text)) return literals.get(text);
  const count = emptyObjects.exec(text)?.[1];
  if (count !== undefined) return Array.from({ length: Number(count) }, () => ({}));
  if (/^-?\d+$/.test(text)) return Number(text);
  return text.replaceAll(/\{U\+([\dA-F]{4})\}/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
};

/** A list or an object whose fields are being set. */
type Holder = Readonly<Record<string, unknown>> | readonly unknown[];

const setField = (holder: Holder | undefined, [first = '', ...rest]: readonly string[], value: unknown): Holder => {
  const earlier = (holder as Readonly<Record<string, Holder>> | undefined)?.[first];
  const next = rest.length === 0 ? value : setField(earlier, rest, value);
  const isItem = /^\d+$/.test(first);
  return Object.assign(isItem ? [] : {}, holder, { [first]: next });
};

/** Returns the JSON of fields: `studioRoles.studio-1` is a field in an object, `features.0` the first item of a list. */
const bodyOf = (fields: readonly Row[]): string =>
  JSON.stringify(
    fields.reduce<Holder | undefined>(
      (body, [name, text]) => setField(body, name.split('.'), valueOf(text)),
      undefined,
    ),
  );

/** Reads fields of one line, such as `name: Panel, access: read_only`. */
const fieldsOf = (line: string): readonly Row[] =>
  line.split(', ').map((field) => {
    const [name = '', ...text] = field.split(': ');
    return [name, text.join(': ')];
  });

const notFields = /^(?:body|fields|basic|bearer)$/i;

/** Whether a row is a field of the body: names of headers begin with a capital letter. */
export const isField = (name: string): boolean => /^[a-z][\w.{}-]*$/.test(name) && !notFields.test(name);

const headerOf = ([name, text]: Row): Row => {
  if (/^basic$/i.test(name)) return ['Authorization', `${name} ${base64(text)}`];
  return /^bearer$/i.test(name) ? ['Authorization', `${name} ${text}`] : [name, text];
};

/** The row `body` is sent as it is; the row `fields` has all fields in a line, empty for an empty body. */
const bodyIn = (rows: readonly Row[]): string | undefined => {
  const text = rows.find(([name]) => name === 'body')?.[1];
  const line = rows.find(([name]) => name === 'fields')?.[1];
  const fields = [...rows.filter(([name]) => isField(name)), ...(line ? fieldsOf(line) : [])];
  return fields.length > 0 ? bodyOf(fields) : (text ?? line);
};

/** Returns what the rows of a table add to a call. In fields, `true`, `false`, `null` and whole numbers are JSON, `an empty list` is `[]`, `{U+200B}` a character. */
export const requestOf = (rows: readonly Row[]): RequestParts => {
  const body = bodyIn(rows);
  const token = rows.find(([name]) => name === 'query token')?.[1];
  const headers = rows.filter(([name]) => !['body', 'fields', 'query token'].includes(name) && !isField(name));
  return {
    headers: Object.fromEntries(headers.map(headerOf)),
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  };
};
