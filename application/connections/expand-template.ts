// Expands a template with what a user has entered: a connection of the studio file, and what is attached to it.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, integer, text } from '../../domain/codec/codec.js';
import { describeValue, didYouMean, issuesWithin, validationIssues, type Issue } from '../../domain/codec/issues.js';
import { nearestName } from '../../domain/codec/nearest-name.js';
import { unknownKeysIn } from '../../domain/codec/unknown-keys.js';
import type { Attachment, ConnectionDefinition } from '../../domain/studio/connection.js';
import {
  connectionParameters,
  EnteredText,
  partKinds,
  placeholder,
  type DeviceTemplate,
  type Parameter,
  type Parameters,
  type Part,
  type PartKind,
} from './device-template.js';

/** What was entered, by the names of parameters. */
export type EnteredValues = Readonly<Record<string, string | number>>;

/** What is attached: the name of a part of the template, its values, and those of each angle or scene by its id. */
export interface EnteredPart {
  readonly part: string;
  readonly values?: EnteredValues;
  readonly each?: Readonly<Record<string, EnteredValues>>;
}

/** What a user has entered. */
export interface EnteredTemplate extends Readonly<Partial<Record<PartKind, readonly EnteredPart[]>>> {
  /** The id of the connection. */
  readonly id: string;
  readonly connection: EnteredValues;
}

/** The records' settings, in the order in which they were entered. */
export interface ExpandedTemplate extends Readonly<Record<PartKind, readonly Attachment[]>> {
  readonly connection: ConnectionDefinition;
}

type Settings = Readonly<Record<string, unknown>>;

const codecOf = (parameter: Parameter): t.Type<string> | t.Type<number> => {
  const shown = { title: parameter.title, examples: [parameter.example] };
  return parameter.kind === 'text'
    ? described(EnteredText, shown)
    : described(integer(parameter.from, parameter.to), shown);
};

/** Returns the codec of what is entered for parameters, which a form can use for its fields. */
export const enteredValues = (parameters: Parameters): t.Type<EnteredValues, unknown> => {
  const fields = (optional: boolean): t.Props =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([, one]) => (one.optional ?? false) === optional)
        .map(([name, one]) => [name, codecOf(one)]),
    );
  return t.intersection([t.type(fields(false)), t.partial(fields(true))]);
};

const issuesOf = (parameters: Parameters, values: EnteredValues, path: string): readonly Issue[] => {
  const codec = enteredValues(parameters);
  const decoded = codec.decode(values);
  const invalid = E.isLeft(decoded) ? validationIssues(decoded.left, describeValue) : [];
  return issuesWithin(path, [...invalid, ...unknownKeysIn(codec, values)]);
};

/** Fills placeholders. Those of the drivers remain. */
const filling = (parameters: Parameters, values: EnteredValues) => {
  const valueOf = (name: string, added = '0'): string | number | undefined => {
    const value = values[name];
    return typeof value === 'number' ? value + Number(added) : value;
  };
  const written = (whole: string, name: string, added?: string): string => {
    const [value, parameter] = [valueOf(name, added), parameters[name]];
    const digits = parameter?.kind === 'integer' ? (parameter.digits ?? 0) : 0;
    return value === undefined ? whole : String(value).padStart(digits, '0');
  };
  const textLacksValue = (value: string): boolean =>
    [...value.matchAll(placeholder)].some(([, name = '']) => name in parameters && !(name in values));
  /** Whether something has a placeholder without a value, or only fields that have one. */
  const lacksValue = (value: unknown): boolean => {
    if (typeof value === 'string') return textLacksValue(value);
    const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
    return parts.length > 0 && parts.every(lacksValue);
  };
  const filledText = (value: string): string | number => {
    const [whole, name = '', added] = [...value.matchAll(placeholder)][0] ?? [];
    const alone = whole === value ? valueOf(name, added) : undefined;
    return typeof alone === 'number' ? alone : value.replace(placeholder, written);
  };
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return filledText(value);
    if (Array.isArray(value)) return value.filter((one) => !lacksValue(one)).map(filled);
    return typeof value === 'object' && value !== null ? filledFields(value) : value;
  };
  const filledFields = (fields: object): Settings =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => !lacksValue(value))
        .map(([name, value]) => [String(filledText(name)), filled(value)]),
    );
  return { filled, filledFields };
};

const expandedPart = ({ settings, parameters, each }: Part, { values = {}, each: entries = {} }: EnteredPart) => ({
  ...filling(parameters, values).filledFields(settings),
  ...(each && {
    [each.field]: Object.fromEntries(
      Object.entries(entries).map(([id, own]) => [id, filling(each.parameters, own).filled(each.is)]),
    ),
  }),
});

const partIssues = (part: Part, { values = {}, each: entries = {} }: EnteredPart, path: string): readonly Issue[] => {
  const { parameters, each } = part;
  const ids = Object.keys(entries);
  const own = issuesOf(parameters, values, `${path}.values`);
  if (each === undefined)
    return ids.length === 0
      ? own
      : [...own, { path: `${path}.each`, expected: `nothing, because ${part.name} needs none` }];
  return [
    ...own,
    ...(ids.length === 0 ? [{ path: `${path}.each`, expected: 'at least one angle or scene' }] : []),
    ...Object.entries(entries).flatMap(([id, one]) => issuesOf(each.parameters, one, `${path}.each.${id}`)),
  ];
};

const noPart = (name: string, parts: readonly Part[], path: string): Issue => {
  const names = parts.map((one) => one.name);
  return {
    path: `${path}.part`,
    expected: names.length === 0 ? 'nothing: the template has none' : `one of ${names.join(', ')}`,
    got: `"${name}"`,
    ...didYouMean(nearestName(name, names)),
  };
};

/** Returns the connection and the settings of what is attached to it, or everything that is wrong with what was entered. */
export const expandTemplate = (
  template: DeviceTemplate,
  entered: EnteredTemplate,
): E.Either<readonly Issue[], ExpandedTemplate> => {
  const parameters = connectionParameters(template);
  const { id, connection: values } = entered;
  const issues: Issue[] = [
    ...(text(1, 64).is(id) ? [] : [{ path: 'id', expected: text(1, 64).name }]),
    ...issuesOf(parameters, values, 'connection'),
  ];
  const attachedOf = (kind: PartKind): readonly Attachment[] =>
    (entered[kind] ?? []).flatMap((one, index) => {
      const path = `${kind}[${String(index)}]`;
      const part = template[kind].find(({ name }) => name === one.part);
      issues.push(...(part === undefined ? [noPart(one.part, template[kind], path)] : partIssues(part, one, path)));
      return part === undefined ? [] : [{ connection: id, ...expandedPart(part, one) }];
    });
  const settings = filling(parameters, values).filledFields({ host: '{host}', ...template.connection });
  const expanded = {
    connection: { id, protocol: template.protocol, ...settings },
    lines: attachedOf('lines'),
    heads: attachedOf('heads'),
    players: attachedOf('players'),
  };
  return issues.length > 0 ? E.left(issues) : E.right(expanded);
};

const examplesOf = (parameters: Parameters, withOptional: boolean): EnteredValues =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, { optional = false }]) => withOptional || !optional)
      .map(([name, { example }]) => [name, example]),
  );

/** The id of the angle or scene in examples. */
const exampleIds = { lines: '', heads: 'wide', players: 'full' } as const;

/** Returns the examples of a template's parameters: every part once, with one angle or scene. */
export const exampleValues = (template: DeviceTemplate, withOptional = false): EnteredTemplate => {
  const partsOf = (kind: PartKind): readonly EnteredPart[] =>
    template[kind].map(({ name, parameters, each }) => ({
      part: name,
      values: examplesOf(parameters, withOptional),
      ...(each && { each: { [exampleIds[kind]]: examplesOf(each.parameters, withOptional) } }),
    }));
  const kinds = Object.keys(partKinds) as PartKind[];
  return {
    id: template.id,
    connection: examplesOf(connectionParameters(template), withOptional),
    ...Object.fromEntries(kinds.map((kind) => [kind, partsOf(kind)])),
  };
};
