// Finds references in an unvalidated studio to records that don't exist: stations, banks, and the targets of steps.
import * as E from 'fp-ts/lib/Either.js';
import type { ValidationIssue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { BankDefinition, findClip } from './clip.js';

/** A reference, and what it may name. */
interface Reference {
  readonly path: string;
  readonly value: string | undefined;
  /** Undefined where the record that would contain them doesn't exist itself. */
  readonly known: readonly string[] | undefined;
  readonly what: string;
}

const listed = (known: readonly string[]): string => (known.length === 0 ? 'there is none' : known.join(', '));

const check = ({ path, value, known, what }: Reference): readonly ValidationIssue[] =>
  value === undefined || known === undefined || known.includes(value)
    ? []
    : [{ path, expected: `${what} (${listed(known)}), got "${value}"` }];

const textsIn = (entries: readonly unknown[], field: string): readonly string[] =>
  entries.flatMap((entry) => textIn(entry, field) ?? []);

const idsOf = (input: unknown, kind: string): readonly string[] => textsIn(listIn(input, kind), 'id');

const byId = (input: unknown, kind: string, id: string | undefined): unknown =>
  listIn(input, kind).find((entry) => textIn(entry, 'id') === id);

const checkStations = (input: unknown): readonly ValidationIssue[] => {
  const known = idsOf(input, 'stations');
  const what = 'the id of a station';
  const owned = ['variables', 'automations'].flatMap((kind) =>
    listIn(input, kind).map((entry, index) => ({
      path: `${kind}[${String(index)}].station`,
      value: textIn(entry, 'station'),
      known,
      what,
    })),
  );
  return [{ path: 'holder', value: textIn(input, 'holder'), known, what }, ...owned].flatMap(check);
};

const checkActiveBank = (input: unknown): readonly ValidationIssue[] => {
  const known = textsIn(listIn(input, 'banks'), 'key');
  return check({ path: 'activeBank', value: textIn(input, 'activeBank'), known, what: 'the key of a bank' });
};

/** Assumes that an invalid bank has the clip, because it has an issue of its own. */
const hasClip = (bank: unknown, clip: string): boolean => {
  const decoded = BankDefinition.decode(bank);
  return E.isLeft(decoded) || E.isRight(findClip(decoded.right, clip));
};

/** A step without a bank plays from the active one, so any bank may have the clip. */
const checkClip = (input: unknown, play: unknown, path: string): readonly ValidationIssue[] => {
  const [clip, key] = [textIn(play, 'clip'), textIn(play, 'bank')];
  const isCandidate = (bank: unknown): boolean =>
    key === undefined || textIn(bank, 'key')?.toLowerCase() === key.toLowerCase();
  const banks = listIn(input, 'banks').filter(isCandidate);
  if (banks.length === 0 && key !== undefined)
    return check({
      path: `${path}.bank`,
      value: key,
      known: textsIn(listIn(input, 'banks'), 'key'),
      what: 'the key of a bank',
    });
  if (clip === undefined || banks.some((bank) => hasClip(bank, clip))) return [];
  const where = key === undefined ? 'of some bank' : `of the bank "${key}"`;
  return [{ path: `${path}.clip`, expected: `number or key of a clip ${where}, got "${clip}"` }];
};

const checkPlay = (input: unknown, play: unknown, path: string): readonly ValidationIssue[] => {
  const output = byId(input, 'outputs', textIn(play, 'output'));
  const scenes = output === undefined ? undefined : listIn(output, 'scenes').map(String);
  return [
    ...check({
      path: `${path}.output`,
      value: textIn(play, 'output'),
      known: idsOf(input, 'outputs'),
      what: 'the id of an output',
    }),
    ...check({ path: `${path}.scene`, value: textIn(play, 'scene'), known: scenes, what: 'a scene of the output' }),
    ...checkClip(input, play, path),
  ];
};

const checkRecall = (input: unknown, recall: unknown, path: string): readonly ValidationIssue[] => {
  const camera = byId(input, 'cameras', textIn(recall, 'camera'));
  const angles = camera === undefined ? undefined : textsIn(listIn(camera, 'angles'), 'id');
  return [
    ...check({
      path: `${path}.camera`,
      value: textIn(recall, 'camera'),
      known: idsOf(input, 'cameras'),
      what: 'the id of a camera',
    }),
    ...check({
      path: `${path}.angle`,
      value: textIn(recall, 'angle'),
      known: angles,
      what: 'an angle of the camera',
    }),
  ];
};

const checkSwitch = (input: unknown, line: unknown, path: string): readonly ValidationIssue[] =>
  check({
    path: `${path}.signal`,
    value: textIn(line, 'signal'),
    known: idsOf(input, 'signals'),
    what: 'the id of a signal',
  });

const stepIssues = (input: unknown, step: unknown, path: string): readonly ValidationIssue[] => [
  ...checkPlay(input, fieldOf(step, 'play'), `${path}.play`),
  ...checkRecall(input, fieldOf(step, 'recall'), `${path}.recall`),
  ...checkSwitch(input, fieldOf(step, 'switch'), `${path}.switch`),
];

const checkSteps = (input: unknown): readonly ValidationIssue[] =>
  ['macros', 'automations'].flatMap((kind) =>
    listIn(input, kind).flatMap((entry, index) =>
      listIn(entry, 'steps').flatMap((step, at) =>
        stepIssues(input, step, `${kind}[${String(index)}].steps[${String(at)}]`),
      ),
    ),
  );

/** Each scene of an output has a layer, and no other name has one. */
const checkLayers = (output: unknown, index: number): readonly ValidationIssue[] => {
  const layers = fieldOf(fieldOf(output, 'player'), 'layers');
  if (typeof layers !== 'object' || layers === null) return [];
  const path = `outputs[${String(index)}].player.layers`;
  const scenes = listIn(output, 'scenes').map(String);
  const missing = scenes.filter((scene) => !Object.hasOwn(layers, scene));
  return [
    ...missing.map((scene) => ({ path, expected: `a layer for the scene "${scene}"` })),
    ...Object.keys(layers).flatMap((scene) =>
      check({ path: `${path}.${scene}`, value: scene, known: scenes, what: 'a scene of the output' }),
    ),
  ];
};

/** Returns an issue for every broken reference in an unvalidated studio. */
export const findBrokenReferences = (input: unknown): readonly ValidationIssue[] => [
  ...checkStations(input),
  ...checkActiveBank(input),
  ...listIn(input, 'outputs').flatMap(checkLayers),
  ...checkSteps(input),
];
