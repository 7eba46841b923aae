// Tables of the fields that a JSON Schema describes.

/** The keywords that tables show. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly anyOf?: readonly FieldSchema[];
}

/** How a schema is shown. */
export interface TableOptions {
  /** Resolves a reference to another schema. */
  readonly resolve: (reference: string) => FieldSchema;
  /** Returns what stands for a field that is described elsewhere; undefined for one that isn't. */
  readonly elsewhere: (name: string) => string | undefined;
}

type Row = readonly [field: string, what: string, value: string, standard: string, required: string];

const headings: Row = ['Field', 'What it is', 'Value', 'Default', 'Required'];

/** Whether a text reads in a table as it is. */
const isPlain = (value: unknown): value is string => typeof value === 'string' && /^[^\p{Cc}]+$/u.test(value);

const code = (value: unknown): string => `\`${isPlain(value) ? value : JSON.stringify(value)}\``;

const listed = (all: readonly string[], separator: string): string => [...new Set(all)].join(separator);

const nouns: Readonly<Record<string, string>> = {
  integer: 'whole number',
  string: 'text',
  boolean: '`true` or `false`',
  null: '`null`',
};

const rangeOf = ({ minimum, maximum, minLength, maxLength }: FieldSchema): string => {
  const unit = minLength === undefined ? '' : ' characters';
  const [from, to] = [minimum ?? minLength, maximum ?? maxLength];
  return from === undefined || to === undefined ? '' : `, ${String(from)} to ${String(to)}${unit}`;
};

const structuredValue = (schema: FieldSchema, options: TableOptions): string | undefined => {
  const { items, properties, additionalProperties: entry } = schema;
  if (items !== undefined) return `list: ${valueOf(items, options)}`;
  if (properties !== undefined) return 'record';
  return typeof entry === 'object' ? `by name: ${valueOf(entry, options)}` : undefined;
};

const isRecord = ({ properties }: FieldSchema): boolean => properties !== undefined;

/** Names the fields of a record that stands beside other values: they have no rows. */
const choiceOf = (choices: readonly FieldSchema[], options: TableOptions): string => {
  const words = choices.map((one) =>
    isRecord(one) && !choices.every(isRecord)
      ? `record of ${Object.keys(one.properties ?? {})
          .map(code)
          .join(', ')}`
      : valueOf(one, options),
  );
  return listed(words, ', or ');
};

/** Returns in words which values a schema accepts. */
const valueOf = (schema: FieldSchema, options: TableOptions): string => {
  const { $ref, anyOf, type = 'any' } = schema;
  if ($ref !== undefined) return valueOf(options.resolve($ref), options);
  if (anyOf !== undefined) return choiceOf(anyOf, options);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  const types = [type].flat().map((one) => nouns[one] ?? one);
  return structuredValue(schema, options) ?? `${listed(types, ' or ')}${rangeOf(schema)}`;
};

/** Returns the records that a schema accepts one of. */
const variantsOf = ({ $ref, anyOf, ...rest }: FieldSchema, options: TableOptions): readonly FieldSchema[] => {
  if ($ref !== undefined) return variantsOf(options.resolve($ref), options);
  return anyOf === undefined ? [rest] : anyOf.flatMap((one) => variantsOf(one, options));
};

/** Returns the records within the value of a field, and how their fields are reached; none for one that may be something else. */
const recordsIn = (schema: FieldSchema, options: TableOptions): readonly [suffix: string, records: FieldSchema] => {
  const [one = {}, ...others] = variantsOf(schema, options).filter(({ type }) => type !== 'null');
  if (one.items !== undefined && others.length === 0) return ['[]', recordsIn(one.items, options)[1]];
  const all = [one, ...others];
  if (typeof one.additionalProperties === 'object' && others.length === 0)
    return ['.*', recordsIn(one.additionalProperties, options)[1]];
  return ['', { anyOf: all.every(isRecord) ? all : [] }];
};

const requiredIn = (variants: readonly FieldSchema[], name: string): string => {
  const count = variants.filter(({ required = [] }) => required.includes(name)).length;
  if (count === 0) return '';
  return count === variants.length ? 'yes' : 'in some forms';
};

const rowsOf = (schema: FieldSchema, options: TableOptions, prefix = ''): readonly Row[] => {
  const variants = variantsOf(schema, options);
  return variants.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const { description, default: standard } = field.$ref === undefined ? field : options.resolve(field.$ref);
      const elsewhere = options.elsewhere(name);
      const path = `${prefix}${name}`;
      const row: Row = [
        `\`${path}\``,
        description ?? '',
        elsewhere ?? valueOf(field, options),
        standard === undefined ? '' : code(standard),
        requiredIn(variants, name),
      ];
      const [suffix, records] = recordsIn(field, options);
      return elsewhere === undefined ? [row, ...rowsOf(records, options, `${path}${suffix}.`)] : [row];
    }),
  );
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns a table of Markdown, with aligned columns. */
const aligned = (rows: readonly Row[]): string => {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...escaped.map((row) => row[at]?.length ?? 0)));
  const padded = (cells: readonly string[]) => line(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return [padded(headings), line(widths.map((width) => '-'.repeat(width))), ...escaped.map(padded)].join('\n');
};

/** Returns the table of a schema's fields. Those of records within others follow them. Equal rows stand once. */
export const schemaTable = (schema: FieldSchema, options: TableOptions): string =>
  aligned([...new Map(rowsOf(schema, options).map((row) => [row.join('|'), row])).values()]);
