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
]);

const valueOf = (text: string): unknown => {
  if (literals.has(text)) return literals.get(text);
  return /^(?:\d+|\[.*\]|\{.*\})$/.test(text) ? JSON.parse(text) : text;
};

type Body = Record<string, unknown>;

const setField = (body: Body, [first = '', ...rest]: readonly string[], value: unknown): Body =>
  rest.length === 0
    ? { ...body, [first]: value }
    : { ...body, [first]: setField((body[first] ?? {}) as Body, rest, value) };

/** Returns the JSON of fields; a name with dots, such as `studioRoles.studio-1`, is that of a field in an object. */
const bodyOf = (fields: readonly Row[]): string =>
  JSON.stringify(fields.reduce<Body>((body, [name, text]) => setField(body, name.split('.'), valueOf(text)), {}));

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

/** Returns what the rows of a table add to a call. In fields, `true`, `false`, `null`, digits, lists and objects are JSON. */
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
