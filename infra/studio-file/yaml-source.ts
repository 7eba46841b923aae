// Writes values as the source of a studio file: in lines, or within braces and brackets.
import { CST, Scalar, stringify } from 'yaml';

/** Stands for the indentation of what is within braces or brackets. */
export const inBraces = -1;

/** Returns the source of a token; nothing for none. */
export const sourceOf = (token: CST.Token | null | undefined): string => (token ? CST.stringify(token) : '');

/** Returns the source of several tokens. */
export const tokenSources = (tokens: readonly CST.SourceToken[] | undefined): string =>
  (tokens ?? []).map(({ source }) => source).join('');

/** Returns the spaces of an indentation. */
export const pad = (indent: number): string => ' '.repeat(Math.max(0, indent));

/** Returns a text with a line break at its end; an empty one as it is. */
export const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Writes a value on one line. */
export const inFlow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trimEnd();

/** Writes a value in lines, of which the first has no indentation. */
export const inLines = (value: unknown, indent: number): string =>
  stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : pad(indent) + line))
    .join('\n');

/** Whether a value is written in lines below its field. */
export const isBlockValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Writes a field and its value: on one line, or in lines below it. */
export const fieldText = (key: string, value: unknown, indent: number): string =>
  isBlockValue(value)
    ? `${inFlow(key)}:\n${pad(indent + 2)}${inLines(value, indent + 2)}`
    : `${inFlow(key)}: ${inFlow(value)}`;

/** Writes a scalar in the quotes of the one that it replaces. */
export const scalarText = ({ type }: Scalar, value: unknown, indent: number): string => {
  // Plain texts have fewer characters within brackets.
  if (indent === inBraces && type === 'PLAIN') return inFlow([value]).slice(2, -2);
  const scalar = new Scalar(value);
  if (typeof value === 'string' && (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE')) scalar.type = type;
  const written = stringify(scalar, { lineWidth: 0, blockQuote: false }).trimEnd();
  return written.includes('\n') ? JSON.stringify(value) : written;
};

/** Writes a value on the line of its field, before what else is on it. `isAlone` states that nothing follows on the line. */
export const onLineOf = ({ start, key, sep = [] }: CST.CollectionItem, value: unknown, isAlone: boolean): string => {
  const at = sep.findIndex(({ type }) => type === 'map-value-ind') + 1;
  const head = `${tokenSources(start)}${sourceOf(key)}${tokenSources(sep.slice(0, at))}`;
  const rest = tokenSources(sep.slice(at));
  return `${head} ${inFlow(value)}${isAlone ? `${rest.trimEnd()}\n` : rest}`;
};

/** An entry of a collection in braces or brackets. `lead` is what stands before it; absent for a new one. */
export interface FlowEntry {
  readonly lead?: string;
  readonly text: string;
}

const withoutComma = (lead: string): string => {
  const at = lead.indexOf(',');
  return at >= 0 && lead.slice(0, at).trim() === '' ? lead.slice(0, at) + lead.slice(at + 1) : lead;
};

/** Writes a collection in braces or brackets of `count` entries anew, with a comma before each entry but the first. */
export const flowText = (
  { start, items, end }: CST.FlowCollection,
  count: number,
  entries: readonly FlowEntry[],
): string => {
  const first = tokenSources(items[0]?.start);
  const own = entries.map(({ lead, text }, index) => {
    const bare = withoutComma(lead ?? '');
    return index === 0 ? `${bare === '' ? first : bare}${text}` : `,${bare === '' ? ' ' : bare}${text}`;
  });
  const rest = items.slice(count).map((item) => tokenSources(item.start));
  const tail = entries.length === 0 ? withoutComma(rest.join('')) : rest.join('');
  return `${start.source}${own.join('')}${tail}${tokenSources(end)}`;
};
