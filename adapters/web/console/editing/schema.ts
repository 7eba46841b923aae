// What forms read of the JSON Schema of the studio file.
import { t } from '@lingui/core/macro';
import { translateDescription } from '../../messages/i18n.js';

/** A JSON Schema, as far as forms read it. */
export interface FormSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly additionalProperties?: FormSchema | boolean;
}

/** What the forms are made of: the schema of the file, and for each protocol the schemas of its driver. */
export interface EditingSchema {
  readonly schema: FormSchema & { readonly definitions: Readonly<Record<string, FormSchema>> };
  readonly drivers: Readonly<
    Record<string, Readonly<Partial<Record<'settings' | 'line' | 'head' | 'player', FormSchema>>>>
  >;
}

/** A record of the file, which may not be complete yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a record. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same list each time, so that a view that depends on it is not drawn again. */
const none: readonly unknown[] = [];

/** Returns the list in a field; an empty one where there is none. */
export const listOf = (value: unknown, field: string): readonly unknown[] => {
  const list = isFields(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : none;
};

/** Returns the text in a field; an empty one where there is none. */
export const textOf = (value: unknown, field: string): string => {
  const text = isFields(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
};

/** The kinds of values that forms tell apart. */
export type Kind = 'text' | 'number' | 'boolean' | 'choice' | 'record' | 'list' | 'map' | 'variants' | 'fixed' | 'any';

const typesOf = ({ type }: FormSchema): readonly string[] => (type === undefined ? [] : [type].flat());

/** Whether null is a value of the schema. */
export const isNullable = (schema: FormSchema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf ?? []).some((one) => typesOf(one).includes('null'));

const recordKind = ({ properties }: FormSchema): Kind => (properties === undefined ? 'map' : 'record');

const kindByType: Readonly<Record<string, (schema: FormSchema) => Kind>> = {
  object: recordKind,
  array: () => 'list',
  boolean: () => 'boolean',
  integer: () => 'number',
  number: () => 'number',
  string: () => 'text',
};

/** Returns the alternatives of a schema without null. */
export const variantsOf = (schema: FormSchema): readonly FormSchema[] =>
  (schema.anyOf ?? []).filter((one) => !(typesOf(one).length === 1 && typesOf(one)[0] === 'null'));

/** Returns what a form shows for a schema. */
export const kindOf = (schema: FormSchema): Kind => {
  if (schema.const !== undefined) return 'fixed';
  if (schema.enum !== undefined) return 'choice';
  if (variantsOf(schema).length > 0) return 'variants';
  const [type, another] = typesOf(schema).filter((one) => one !== 'null');
  return type === undefined || another !== undefined ? 'any' : (kindByType[type]?.(schema) ?? 'any');
};

const fieldsAt = (schema: FormSchema): Fields =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      schema.required?.includes(name) === true && field.default === undefined ? [[name, emptyValue(field)]] : [],
    ),
  );

const empty: Readonly<Record<Kind, (schema: FormSchema) => unknown>> = {
  text: () => '',
  number: ({ minimum }) => minimum ?? 0,
  boolean: () => false,
  choice: (schema) => schema.enum?.[0],
  record: fieldsAt,
  list: () => [],
  map: () => ({}),
  variants: (schema) => emptyValue(variantsOf(schema)[0] ?? {}),
  fixed: (schema) => schema.const,
  any: () => '',
};

/** Returns a value to begin with: what is required is there, and empty. */
export const emptyValue = (schema: FormSchema): unknown => schema.default ?? empty[kindOf(schema)](schema);

/** Returns the name of a record's variant: its required fields. */
export const variantName = (schema: FormSchema): string => {
  const required = (schema.required ?? []).filter((name) => name !== 'connection');
  return required.length > 0 ? required.map(labelOf).join(', ') : t`Other`;
};

/** Returns which variant a value has; 0 if none fits. */
export const variantAt = (variants: readonly FormSchema[], value: unknown): number => {
  const fits = (schema: FormSchema): boolean => {
    if (kindOf(schema) !== 'record') return !isFields(value) && (kindOf(schema) === 'list') === Array.isArray(value);
    const fields = Object.entries(schema.properties ?? {});
    return (
      isFields(value) &&
      (schema.required ?? []).every((name) => Object.hasOwn(value, name)) &&
      fields.every(([name, field]) => field.const === undefined || value[name] === field.const)
    );
  };
  return Math.max(0, variants.findIndex(fits));
};

const units: readonly (readonly [RegExp, string])[] = [
  [/Ms$/, ' (ms)'],
  [/Db$/, ' (dB)'],
];

/** Returns the name of a field as people read it: `durationMs` is `Duration (ms)`. */
export function labelOf(name: string): string {
  if (name === 'id') return t`Id`;
  if (name === 'url') return 'URL';
  const [pattern, unit] = units.find(([end]) => end.test(name)) ?? [/$^/, ''];
  const words = name
    .replace(pattern, '')
    .replace(/([a-z])([A-Z])/g, (_, one: string, two: string) => `${one} ${two.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1) + unit;
}

/** Returns a value as people read it. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns a number for a text that is one. Other texts stay, so that their issue names them. */
export const readNumber = (text: string): unknown =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** Returns the value that a text stands for: a number, true, false, null, or the text itself. */
export const readAny = (text: string): unknown => (Object.hasOwn(words, text) ? words[text] : readNumber(text));

/** Returns what a field expects, in words. */
export const hintOf = (schema: FormSchema): string | undefined => {
  const { description, minimum, maximum, examples, default: standard } = schema;
  const range = minimum !== undefined && maximum !== undefined ? t`${minimum} to ${maximum}` : undefined;
  const example = examples?.[0] === undefined ? undefined : t`such as ${shownValue(examples[0])}`;
  const byDefault =
    standard === undefined || typeof standard === 'object' ? undefined : t`${shownValue(standard)} if left out`;
  const parts = [description && translateDescription(description), range, example, byDefault].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join('; ');
};

/** Whether a field is simple enough to be shown although it is left out. */
export const isSimple = (schema: FormSchema): boolean =>
  ['text', 'number', 'any', 'choice', 'boolean'].includes(kindOf(schema));

/** Returns what one entry of a list is called: `steps` has a `step`. */
export const entryName = (name: string): string => labelOf(name).toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
