// Templates of devices: what a studio file says about a device of some maker, with placeholders for what the user enters.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { choiceOf } from '../../domain/codec/choice.js';
import { integer, listOf, oneOf, refined, text } from '../../domain/codec/codec.js';
import { describeValue, validationIssues, type Issue } from '../../domain/codec/issues.js';
import { textIn } from '../../domain/codec/unchecked.js';
import { unknownKeysIn } from '../../domain/codec/unknown-keys.js';
import { withDefault } from '../../domain/codec/with-default.js';

const Title = text(1, 120);

/** A text that a user enters. Braces would be placeholders, and `*` stands for any text where answers are compared. */
export const EnteredText = refined(
  text(1, 256),
  (value) => !/[{}*]/.test(value),
  'a text of 1 to 256 characters without {, } and *',
);

const TextParameter = t.readonly(
  t.intersection([
    t.type({ title: Title, kind: oneOf('text'), example: EnteredText }),
    t.partial({ optional: t.boolean }),
  ]),
);

const WholeNumber = integer(-1_000_000, 1_000_000);

/** `digits` is the length to which zeros before the number fill it. */
const IntegerParameter = refined(
  t.readonly(
    t.intersection([
      t.type({ title: Title, kind: oneOf('integer'), from: WholeNumber, to: WholeNumber, example: WholeNumber }),
      t.partial({ optional: t.boolean, digits: integer(1, 9) }),
    ]),
  ),
  ({ from, to, example }) => from <= example && example <= to,
  'an example that is not below from and not above to',
  {},
);

/** What a user enters. */
const Parameter = choiceOf(TextParameter, IntegerParameter, (input) => textIn(input, 'kind') === 'integer');
export type Parameter = t.TypeOf<typeof Parameter>;

/** Parameters by the names of their placeholders. */
const Parameters = refined(
  t.readonly(t.record(t.string, Parameter)),
  (all) => Object.keys(all).every((name) => /^[a-zA-Z]{1,32}$/.test(name)),
  'parameters whose names consist of letters',
);
export type Parameters = t.TypeOf<typeof Parameters>;

const Settings = t.UnknownRecord;

/** What every angle of a camera or every scene of an output has: `is` is its entry in the field of the settings. */
const Each = t.readonly(t.type({ field: text(1, 64), is: t.unknown, parameters: Parameters }));

const partFields = { name: Title, settings: withDefault(Settings, {}), parameters: withDefault(Parameters, {}) };

const Part = t.readonly(t.intersection([t.type(partFields), t.partial({ each: Each })]));

/** What can be attached to the device: the settings of a signal's `line`, a camera's `head` or an output's `player`. */
export type Part = t.TypeOf<typeof Part>;

/** What a template can attach, and the field of the record that attaches it. */
export const partKinds = { lines: 'line', heads: 'head', players: 'player' } as const;
export type PartKind = keyof typeof partKinds;

const Id = refined(
  t.string,
  (id) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(id),
  'an id of small letters, digits and hyphens',
);

const someOf = <A>(entry: t.Type<A, unknown>): t.Type<readonly A[]> =>
  refined(listOf(entry), ({ length }) => length > 0, 'a list with at least one entry', {});

const parts = withDefault(listOf(Part), []);

const Fields = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      vendor: Title,
      models: someOf(Title),
      protocol: text(1, 64),
      /** What the template was compared with: the maker's document, simulated equipment, or the device. */
      tested: oneOf('document', 'simulated', 'real'),
      connection: withDefault(Settings, {}),
      parameters: withDefault(Parameters, {}),
      lines: parts,
      heads: parts,
      players: parts,
      notes: withDefault(listOf(text(1, 600)), []),
      sources: someOf(t.readonly(t.type({ title: Title, url: text(8, 400) }))),
    }),
    /** How descriptions of equipment begin that `discover` finds. */
    t.partial({ recognized: someOf(text(4, 128)) }),
  ]),
);

/** A template. */
export type DeviceTemplate = t.TypeOf<typeof Fields>;

/** Every connection has a host, which no template names. */
export const hostParameter: Parameter = { title: 'Host name or IP address', kind: 'text', example: '192.168.1.80' };

/** Returns what a user enters of a template's connection. */
export const connectionParameters = ({ parameters }: DeviceTemplate): Parameters => ({
  host: hostParameter,
  ...parameters,
});

/** A placeholder, perhaps with a number to add, such as `{relay-1}`. */
export const placeholder = /\{([a-zA-Z]+)([+-]\d{1,6})?\}/g;

/** The placeholders that drivers fill themselves. */
const ofDrivers: ReadonlySet<string> = new Set([
  ...['angle', 'preset', 'scene', 'bank', 'clip', 'media', 'number', 'password'],
]);

/** The texts of settings, and the names of their fields. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
    : [];
};

/** Returns an issue for each placeholder that isn't declared, and for each parameter that isn't used. */
const placeholderIssues = (path: string, settings: unknown, parameters: Parameters): readonly Issue[] => {
  const used = new Set(textsIn(settings).flatMap((one) => [...one.matchAll(placeholder)].map(([, name = '']) => name)));
  const declared = Object.keys(parameters);
  return [
    ...declared
      .filter((name) => !used.has(name))
      .map((name) => ({ path: `${path}.${name}`, expected: `a parameter whose placeholder {${name}} is used` })),
    ...declared
      .filter((name) => ofDrivers.has(name))
      .map((name) => ({ path: `${path}.${name}`, expected: 'another name, because drivers have this placeholder' })),
    ...[...used]
      .filter((name) => !declared.includes(name) && !ofDrivers.has(name))
      .map((name) => ({ path, expected: `a parameter ${name}, because the placeholder {${name}} is used` })),
  ];
};

const issuesOf = (template: DeviceTemplate): readonly Issue[] => [
  ...placeholderIssues('parameters', template.connection, template.parameters),
  ...(Object.keys(partKinds) as PartKind[]).flatMap((kind) =>
    template[kind].flatMap(({ settings, parameters, each }, index) => {
      const path = `${kind}[${String(index)}]`;
      return [
        ...placeholderIssues(`${path}.parameters`, settings, parameters),
        ...(each === undefined ? [] : placeholderIssues(`${path}.each.parameters`, each.is, each.parameters)),
      ];
    }),
  ),
];

/** Reads a template, or returns everything that is wrong with it. */
export const readTemplate = (input: unknown): E.Either<readonly Issue[], DeviceTemplate> => {
  const decoded = Fields.decode(input);
  const invalid = E.isLeft(decoded) ? validationIssues(decoded.left, describeValue) : issuesOf(decoded.right);
  const issues = [...invalid, ...unknownKeysIn(Fields, input)];
  return issues.length > 0 || E.isLeft(decoded) ? E.left(issues) : decoded;
};

/** Returns the template that the description of found equipment names; undefined if there is none. */
export const recognizedTemplate = (
  templates: readonly DeviceTemplate[],
  found: { readonly protocol: string; readonly description: string },
): DeviceTemplate | undefined =>
  templates.find(
    ({ protocol, recognized = [] }) =>
      protocol === found.protocol && recognized.some((beginning) => found.description.startsWith(beginning)),
  );
