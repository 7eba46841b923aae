// Checks the events and conditions of an unvalidated studio's automations: the records that they name.
import * as E from 'fp-ts/lib/Either.js';
import type { Issue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import type { KnownNames } from './known-names.js';
import { check } from './reference.js';
import { variableValueFrom, VariableType, VariableValue } from './variable.js';

/** Where an event or a condition is: its content, and the station of the automation. */
interface Place {
  readonly names: KnownNames;
  readonly path: string;
  readonly station: string | undefined;
}

type Check = (place: Place, content: unknown) => readonly Issue[];

const reference =
  (field: string, known: (names: KnownNames) => ReadonlySet<string>, what: string): Check =>
  ({ names, path }, content) =>
    check({ path: `${path}.${field}`, value: textIn(content, field), known: known(names), what });

const checkScenes: Check = (place, clip) => [
  ...reference('output', ({ outputs }) => outputs, 'the id of an output')(place, clip),
  ...check({
    path: `${place.path}.scene`,
    value: textIn(clip, 'scene'),
    known: place.names.scenesOf.get(textIn(clip, 'output') ?? ''),
    what: 'a scene of the output',
  }),
];

/** An automation follows variables of its station only, as it sets them. */
const checkVariable: Check = ({ names, path, station }, content) => {
  const own = [...names.variables].filter(([, variable]) => variable.station === station);
  const known = new Map(own);
  const id = textIn(content, 'variable');
  const type = known.get(id ?? '')?.type;
  const field = ['becomes', 'is'].find((name) => fieldOf(content, name) !== undefined) ?? 'is';
  const value = fieldOf(content, field);
  return [
    ...check({
      path: `${path}.variable`,
      value: id,
      known: new Set(known.keys()),
      what: 'the id of a variable of the station',
    }),
    ...(VariableType.is(type) && VariableValue.is(value) && value !== null && !isOfType(type, value)
      ? [{ path: `${path}.${field}`, expected: `a value of the type ${type}` }]
      : []),
  ];
};

/** Unlike in a step, a text is no number: a variable has its type's values only. */
const isOfType = (type: VariableType, value: VariableValue): boolean => {
  const read = variableValueFrom(type, value);
  return E.isRight(read) && read.right === value;
};

const checkTally: Check = (place, tally) => [
  ...reference('output', ({ outputs }) => outputs, 'the id of an output')(place, tally),
  ...reference('camera', ({ shownCameras }) => shownCameras, 'the id of a camera that has shownBy')(place, tally),
];

/** A device is named by the id of its record, which only one output, signal or camera may have then. */
const checkDevice: Check = (place, device) => {
  const { outputs, signals, cameras } = place.names;
  const having = [outputs, signals, cameras].filter((known) => known.has(textIn(device, 'id') ?? ''));
  const what = 'the id of an output, signal or camera';
  const issues = reference('id', () => new Set([...outputs, ...signals, ...cameras]), what)(place, device);
  return having.length > 1 ? [{ path: `${place.path}.id`, expected: `${what} that no other of them has` }] : issues;
};

const checks: Readonly<Record<string, Check>> = {
  signal: reference('signal', ({ signals }) => signals, 'the id of a signal'),
  clip: checkScenes,
  variable: checkVariable,
  tally: checkTally,
  macro: reference('macro', ({ parametersOf }) => new Set(parametersOf.keys()), 'the id of a macro'),
  device: checkDevice,
};

/** The fields of an event or condition that name a station themselves. */
const stations = ['by', 'holder'];

const issuesOf = (place: Place, record: unknown): readonly Issue[] => [
  ...Object.entries(checks).flatMap(([kind, checkContent]) =>
    checkContent({ ...place, path: `${place.path}.${kind}` }, fieldOf(record, kind)),
  ),
  ...stations.flatMap((field) => reference(field, (names) => names.stations, 'the id of a station')(place, record)),
];

const triggersIn = (automation: unknown): readonly (readonly [path: string, trigger: unknown])[] => {
  const trigger = fieldOf(automation, 'trigger');
  return Array.isArray(trigger)
    ? trigger.map((one: unknown, at) => [`trigger[${String(at)}]`, one] as const)
    : [['trigger', trigger]];
};

/** Returns an issue for every event and condition that names a record which doesn't exist. */
export const checkTriggers = (input: unknown, names: KnownNames): readonly Issue[] =>
  listIn(input, 'automations').flatMap((automation, index) => {
    const conditions = listIn(automation, 'when').map((one, at) => [`when[${String(at)}]`, one] as const);
    return [...triggersIn(automation), ...conditions].flatMap(([path, record]) =>
      issuesOf(
        { names, path: `automations[${String(index)}].${path}`, station: textIn(automation, 'station') },
        record,
      ),
    );
  });
