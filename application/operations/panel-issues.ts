// Checks the keys of an unvalidated studio's panels against the catalogue and the studio: the operations that they name, and the
// parameters that these have (PANEL-2).
import * as E from 'fp-ts/lib/Either.js';
import { matchable } from '../../domain/codec/codec.js';
import type { Issue } from '../../domain/codec/issues.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { indexClips, type ClipIndex } from '../../domain/studio/clip-index.js';
import { commonParameters } from '../../domain/studio/macro-parameters.js';
import type { Operation } from '../api/operation.js';
import { decodeParameters } from '../api/parameters.js';

/** An unvalidated studio, and its clips. */
interface Studio {
  readonly input: unknown;
  readonly clips: ClipIndex;
}

/** A key that names an operation which exists, and the values of its parameters as texts. */
interface Key {
  readonly operation: Operation<never>;
  readonly values: ReadonlyMap<string, string>;
  /** Where its parameters are. */
  readonly path: string;
}

/** Returns what a parameter may name, as it is written in the studio; undefined if it names nothing of the studio. */
type Known = (input: unknown, values: Key['values']) => readonly string[] | undefined;

const namesIn =
  (kind: string, ...fields: readonly string[]): Known =>
  (input) =>
    listIn(input, kind).flatMap((record) => fields.flatMap((field) => textIn(record, field) ?? []));

/** Finds the record that another parameter names. */
const named = (input: unknown, kind: string, fields: readonly string[], name: string | undefined): unknown =>
  listIn(input, kind).find((record) =>
    fields.some((field) => matchable(textIn(record, field) ?? '') === matchable(name ?? '')),
  );

/** What the first parameter of a path names, by the path's first part. */
const firstParameter: Readonly<Record<string, Known>> = {
  outputs: namesIn('outputs', 'slot', 'id'),
  signals: namesIn('signals', 'identifier', 'id'),
  cameras: namesIn('cameras', 'id'),
  banks: namesIn('banks', 'key'),
  macros: namesIn('macros', 'id'),
  automations: namesIn('automations', 'id'),
  variables: namesIn('variables', 'name', 'id'),
  stations: namesIn('stations', 'id', 'name'),
};

/** What further parameters name. */
const furtherParameters: Readonly<Record<string, Known>> = {
  bank: namesIn('banks', 'key'),
  key: namesIn('banks', 'key'),
  station: namesIn('stations', 'id', 'name'),
  scene: (input, values) =>
    listIn(named(input, 'outputs', ['slot', 'id'], values.get('slot')), 'scenes').filter(
      (one) => typeof one === 'string',
    ),
  angle: (input, values) => namesIn('angles', 'id')(named(input, 'cameras', ['id'], values.get('id')), values),
};

const knownFor = ({ operation: { path } }: Key, parameter: string): Known | undefined => {
  const [, kind = '', first = ''] = path.split('/');
  return first === `:${parameter}` ? firstParameter[kind] : furtherParameters[parameter];
};

const referenceIssue = (input: unknown, key: Key, parameter: string): readonly Issue[] => {
  const [known, value] = [knownFor(key, parameter)?.(input, key.values), key.values.get(parameter)];
  if (known === undefined || value === undefined || known.some((name) => matchable(name) === matchable(value)))
    return [];
  const listed = known.length === 0 ? 'there is none' : known.slice(0, 20).join(', ');
  return [{ path: `${key.path}.${parameter}`, expected: `a name that the studio has (${listed})`, got: `"${value}"` }];
};

const clipIssue = ({ clips }: Studio, { operation, values, path }: Key): readonly Issue[] => {
  const clip = operation.path.includes('/clips/:number') ? values.get('number') : undefined;
  const hasClip = clips(values.get('bank'));
  if (clip === undefined || hasClip === undefined || hasClip(clip)) return [];
  const where = values.has('bank') ? 'of that bank' : 'of some bank';
  return [{ path: `${path}.number`, expected: `number or key of a clip ${where}`, got: `"${clip}"` }];
};

const macroParameters = (input: unknown, { values }: Key): readonly string[] =>
  namesIn('parameters', 'name')(named(input, 'macros', ['id'], values.get('id')), values) ?? [];

/** The parameters that a key may give: those that say what the operation does. */
const allowedIn = (input: unknown, key: Key): readonly string[] => {
  const { parameters, recordParameters } = key.operation;
  const declared = [...Object.keys(parameters.path), ...Object.keys(parameters.query)];
  const further = recordParameters === null ? [] : macroParameters(input, key);
  return [...declared, ...further].filter((name) => !commonParameters.includes(name));
};

const unknownIssues = (input: unknown, key: Key): readonly Issue[] => {
  const allowed = allowedIn(input, key);
  return [...key.values.keys()]
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      path: `${key.path}.${name}`,
      expected: `a parameter of ${key.operation.name} (${allowed.join(', ') || 'it has none'})`,
    }));
};

const valueIssues = ({ operation, values, path }: Key): readonly Issue[] => {
  const raw = new Map([...values].map(([name, value]) => [name, [value]]));
  const decoded = decodeParameters({ ...operation.parameters.path, ...operation.parameters.query }, raw);
  if (E.isRight(decoded) || decoded.left.code !== 'invalid_parameter') return [];
  return decoded.left.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
};

const keyIssues = (studio: Studio, key: Key): readonly Issue[] => {
  const { input } = studio;
  const unknown = unknownIssues(input, key);
  const wrong = unknown.length > 0 ? unknown : valueIssues(key);
  return wrong.length > 0
    ? wrong
    : [
        ...[...key.values.keys()].flatMap((parameter) => referenceIssue(input, key, parameter)),
        ...clipIssue(studio, key),
      ];
};

const valuesOf = (button: unknown): Key['values'] => {
  const values = fieldOf(button, 'with');
  return new Map(
    typeof values === 'object' && values !== null
      ? Object.entries(values).map(([name, value]) => [name, String(value ?? '')])
      : [],
  );
};

/** Returns the function that checks panels; `operations` are those that keys may name. */
export const panelIssues = (operations: readonly Operation<never>[]) => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));

  const buttonIssues = (studio: Studio, button: unknown, at: string): readonly Issue[] =>
    (['press', 'show'] as const).flatMap((field) => {
      const name = textIn(button, field);
      if (name === undefined) return [];
      const operation = byName.get(name);
      const access = field === 'press' ? 'control' : 'read';
      if (operation?.access === access)
        return keyIssues(studio, { operation, values: valuesOf(button), path: `${at}.with` });
      const what = field === 'press' ? 'an action of the API' : 'a read of the API';
      const known = operations.filter((one) => one.access === access).map((one) => one.name);
      return [{ path: `${at}.${field}`, expected: `${what} (${known.join(', ')})`, got: `"${name}"` }];
    });

  return (input: unknown): readonly Issue[] => {
    const studio: Studio = { input, clips: indexClips(listIn(input, 'banks')) };
    return listIn(input, 'panels').flatMap((panel, panelAt) =>
      listIn(panel, 'pages').flatMap((page, pageAt) =>
        listIn(page, 'buttons').flatMap((button, buttonAt) =>
          buttonIssues(
            studio,
            button,
            `panels[${String(panelAt)}].pages[${String(pageAt)}].buttons[${String(buttonAt)}]`,
          ),
        ),
      ),
    );
  };
};
