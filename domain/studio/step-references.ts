// Checks the steps of an unvalidated studio: what they reference, and the values that they set or give to macros.
import * as E from 'fp-ts/lib/Either.js';
import { describeValue, type Issue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import type { KnownNames } from './known-names.js';
import {
  checkParameterValues,
  fillText,
  MacroParameter,
  placeholdersIn,
  type ParameterValues,
} from './macro-parameters.js';
import { check } from './reference.js';
import { variableValueFrom, VariableType, VariableValue } from './variable.js';

/** Where a step is, and what its texts may refer to. */
interface StepContext {
  readonly names: KnownNames;
  readonly path: string;
  /** The station of the automation; undefined in a macro. */
  readonly station: string | undefined;
}

type Check = (context: StepContext, content: unknown) => readonly Issue[];

/** A step without a bank plays from the active one, so any bank may have the clip. */
const checkClip: Check = ({ names: { banks: known, clips }, path }, play) => {
  const [clip, bank] = [textIn(play, 'clip'), textIn(play, 'bank')];
  const hasClip = clips(bank);
  if (hasClip === undefined) return check({ path: `${path}.bank`, value: bank, known, what: 'the key of a bank' });
  if (clip === undefined || hasClip(clip)) return [];
  const where = bank === undefined ? 'of some bank' : `of the bank "${bank}"`;
  return [{ path: `${path}.clip`, expected: `number or key of a clip ${where}`, got: `"${clip}"` }];
};

const checkTarget: Check = ({ names, path }, target) => {
  const output = textIn(target, 'output');
  const scenes = names.scenesOf.get(output ?? '');
  return [
    ...check({ path: `${path}.output`, value: output, known: names.outputs, what: 'the id of an output' }),
    ...check({ path: `${path}.scene`, value: textIn(target, 'scene'), known: scenes, what: 'a scene of the output' }),
  ];
};

const checkClipTarget: Check = (context, target) => [...checkTarget(context, target), ...checkClip(context, target)];

const checkPlaylist: Check = (context, playlist) => [
  ...checkTarget(context, playlist),
  ...checkBank(context, playlist),
  ...['from', 'until'].flatMap((end) => checkEnd(context, playlist, end)),
];

/** An end of a playlist is a clip of its bank. */
const checkEnd = ({ names: { clips }, path }: StepContext, playlist: unknown, end: string): readonly Issue[] => {
  const [bank = '', clip] = [textIn(playlist, 'bank'), textIn(playlist, end)];
  if (clip === undefined || clips(bank)?.(clip) !== false) return [];
  return [{ path: `${path}.${end}`, expected: `number or key of a clip of the bank "${bank}"`, got: `"${clip}"` }];
};

const checkRecall: Check = ({ names, path }, recall) => {
  const camera = textIn(recall, 'camera');
  const angles = names.anglesOf.get(camera ?? '');
  return [
    ...check({ path: `${path}.camera`, value: camera, known: names.cameras, what: 'the id of a camera' }),
    ...check({ path: `${path}.angle`, value: textIn(recall, 'angle'), known: angles, what: 'an angle of the camera' }),
  ];
};

/** Only its tally switches a signal that follows one. */
const checkSignal: Check = ({ names: { signals: known, following }, path: at }, line) => {
  const [path, value] = [`${at}.signal`, textIn(line, 'signal')];
  return value !== undefined && following.has(value)
    ? [{ path, expected: 'a signal that follows no tally', got: `"${value}"` }]
    : check({ path, value, known, what: 'the id of a signal' });
};

const checkBank: Check = ({ names: { banks: known }, path }, activate) =>
  check({ path: `${path}.bank`, value: textIn(activate, 'bank'), known, what: 'the key of a bank' });

/** An automation sets variables of its station only. */
const checkSet: Check = ({ names, path, station }, set) => {
  const own = [...names.variables].filter(([, variable]) => station === undefined || variable.station === station);
  const known = new Map(own);
  const id = textIn(set, 'variable');
  const what = station === undefined ? 'the id of a variable' : 'the id of a variable of the station';
  const type = known.get(id ?? '')?.type;
  const value = fieldOf(set, 'value');
  return [
    ...check({ path: `${path}.variable`, value: id, known: new Set(known.keys()), what }),
    ...(VariableType.is(type) && VariableValue.is(value) && E.isLeft(variableValueFrom(type, value))
      ? [describeValue({ path: `${path}.value`, expected: `a value of the type ${type}` }, value)]
      : []),
  ];
};

/** What a step gives a macro, by the names of parameters. */
type Given = ReadonlyMap<string, unknown>;

const givenIn = (run: unknown): Given => {
  const given = fieldOf(run, 'with');
  return new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
};

const unknownParameters = (parameters: readonly MacroParameter[], given: Given, path: string) => {
  const known = new Set(parameters.map(({ name }) => name));
  return [...given.keys()].flatMap((name) =>
    check({ path: `${path}.${name}`, value: name, known, what: 'a parameter of the macro' }),
  );
};

/**
 * Returns an issue for the first parameter whose value is missing or of another type. It leaves out what can't be checked: a
 * text with a placeholder whose value is unknown yet, and what is no value, which the codec of steps reports.
 */
const givenIssues = (parameters: readonly MacroParameter[], given: Given, path: string): readonly Issue[] => {
  const values = [...given].filter((entry): entry is [string, VariableValue] => VariableValue.is(entry[1]));
  const known: ParameterValues = Object.fromEntries(values);
  const checked = checkParameterValues(
    parameters.filter(({ name }) => Object.hasOwn(known, name) || !given.has(name)),
    known,
  );
  return E.isLeft(checked) ? [{ ...checked.left, path: `${path}.${checked.left.path}` }] : [];
};

const checkRun: Check = ({ names: { parametersOf }, path }, run) => {
  const macro = textIn(run, 'macro');
  const parameters = parametersOf.get(macro ?? '');
  const issues = check({
    path: `${path}.macro`,
    value: macro,
    known: new Set(parametersOf.keys()),
    what: 'the id of a macro',
  });
  if (!parameters?.every(MacroParameter.is)) return issues;
  const given = givenIn(run);
  return [
    ...issues,
    ...unknownParameters(parameters, given, `${path}.with`),
    ...givenIssues(parameters, given, `${path}.with`),
  ];
};

const checks: Readonly<Record<string, Check>> = {
  play: checkClipTarget,
  cue: checkClipTarget,
  take: checkTarget,
  stop: checkTarget,
  playlist: checkPlaylist,
  next: checkTarget,
  previous: checkTarget,
  endPlaylist: checkTarget,
  recall: checkRecall,
  switch: checkSignal,
  pulse: checkSignal,
  set: checkSet,
  activate: checkBank,
  run: checkRun,
};

const stepIssues = (context: StepContext, step: unknown): readonly Issue[] =>
  Object.entries(checks).flatMap(([kind, checkContent]) =>
    checkContent({ ...context, path: `${context.path}.${kind}` }, fieldOf(step, kind)),
  );

/** The parameters whose placeholders the steps of a macro may contain; none in an automation. */
type Declared = ReadonlyMap<string, unknown>;

const declaredIn = (entry: unknown): Declared =>
  new Map(
    listIn(entry, 'parameters').flatMap((parameter) => {
      const name = textIn(parameter, 'name');
      return name === undefined ? [] : [[name, fieldOf(parameter, 'default')]];
    }),
  );

const undeclared = (content: unknown, declared: Declared, path: string): readonly Issue[] => {
  if (typeof content === 'string')
    return placeholdersIn(content)
      .filter((name) => !declared.has(name))
      .map((name) => ({ path, expected: 'placeholders of declared parameters only', got: `"\${${name}}"` }));
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([field, value]) => undeclared(value, declared, `${path}.${field}`));
};

/** Fills placeholders with the defaults of their parameters. A text without all defaults is left out: it can't be checked. */
const withDefaults = (content: unknown, declared: Declared): unknown => {
  if (typeof content === 'string') {
    const values = placeholdersIn(content).map((name) => [name, declared.get(name)] as const);
    if (values.some(([, value]) => value === undefined)) return undefined;
    return fillText(
      content,
      Object.fromEntries(values.filter((pair): pair is [string, VariableValue] => VariableValue.is(pair[1]))),
    );
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([field, value]) => [field, withDefaults(value, declared)]));
};

const entryIssues = (names: KnownNames, entry: unknown, kind: string, path: string): readonly Issue[] => {
  const declared: Declared = kind === 'macros' ? declaredIn(entry) : new Map();
  const station = kind === 'macros' ? undefined : textIn(entry, 'station');
  return listIn(entry, 'steps').flatMap((step, at) => {
    const stepPath = `${path}.steps[${String(at)}]`;
    return [
      ...undeclared(step, declared, stepPath),
      ...stepIssues({ names, path: stepPath, station }, withDefaults(step, declared)),
    ];
  });
};

/** Returns an issue for every step of a macro or automation that can't be performed. */
export const checkSteps = (input: unknown, names: KnownNames): readonly Issue[] =>
  ['macros', 'automations'].flatMap((kind) =>
    listIn(input, kind).flatMap((entry, index) => entryIssues(names, entry, kind, `${kind}[${String(index)}]`)),
  );
