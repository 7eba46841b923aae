// What a studio says of its own records elsewhere: stations, banks, and what the steps of macros and automations act on.
import * as E from 'fp-ts/lib/Either.js';
import type { ValidationIssue } from '../codec/codec.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { BankDefinition, findClip } from './clip.js';

/** What may be named at a path. */
interface Reference {
  readonly path: string;
  readonly value: string | undefined;
  /** Undefined where nobody can tell, since what would hold them isn't there itself. */
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

const stations = (input: unknown): readonly ValidationIssue[] => {
  const known = idsOf(input, 'stations');
  const what = 'the id of a station';
  const owned = ['variables', 'automations'].flatMap((kind) =>
    listIn(input, kind).map((entry, index) => ({
      ...{ path: `${kind}[${String(index)}].station`, value: textIn(entry, 'station'), known, what },
    })),
  );
  return [{ path: 'holder', value: textIn(input, 'holder'), known, what }, ...owned].flatMap(check);
};

const activeBank = (input: unknown): readonly ValidationIssue[] => {
  const known = textsIn(listIn(input, 'banks'), 'key');
  return check({ path: 'activeBank', value: textIn(input, 'activeBank'), known, what: 'the key of a bank' });
};

/** A bank that isn't sound holds any clip, as far as anybody can tell. */
const hasClip = (bank: unknown, clip: string): boolean => {
  const read = BankDefinition.decode(bank);
  return E.isLeft(read) || E.isRight(findClip(read.right, clip));
};

/** A step without a bank plays from the one that is active then: one of them must have its clip. */
const clipOf = (input: unknown, play: unknown, path: string): readonly ValidationIssue[] => {
  const [clip, key] = [textIn(play, 'clip'), textIn(play, 'bank')];
  const isMeant = (bank: unknown): boolean =>
    key === undefined || textIn(bank, 'key')?.toLowerCase() === key.toLowerCase();
  const banks = listIn(input, 'banks').filter(isMeant);
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

const playStep = (input: unknown, play: unknown, path: string): readonly ValidationIssue[] => {
  const output = byId(input, 'outputs', textIn(play, 'output'));
  const scenes = output === undefined ? undefined : listIn(output, 'scenes').map(String);
  return [
    ...check({
      ...{ path: `${path}.output`, value: textIn(play, 'output') },
      ...{ known: idsOf(input, 'outputs'), what: 'the id of an output' },
    }),
    ...check({ path: `${path}.scene`, value: textIn(play, 'scene'), known: scenes, what: 'a scene of the output' }),
    ...clipOf(input, play, path),
  ];
};

const recallStep = (input: unknown, recall: unknown, path: string): readonly ValidationIssue[] => {
  const camera = byId(input, 'cameras', textIn(recall, 'camera'));
  const angles = camera === undefined ? undefined : textsIn(listIn(camera, 'angles'), 'id');
  return [
    ...check({
      ...{ path: `${path}.camera`, value: textIn(recall, 'camera') },
      ...{ known: idsOf(input, 'cameras'), what: 'the id of a camera' },
    }),
    ...check({
      path: `${path}.angle`,
      value: textIn(recall, 'angle'),
      known: angles,
      what: 'an angle of the camera',
    }),
  ];
};

const switchStep = (input: unknown, line: unknown, path: string): readonly ValidationIssue[] =>
  check({
    ...{ path: `${path}.signal`, value: textIn(line, 'signal') },
    ...{ known: idsOf(input, 'signals'), what: 'the id of a signal' },
  });

const stepFaults = (input: unknown, step: unknown, path: string): readonly ValidationIssue[] => [
  ...playStep(input, fieldOf(step, 'play'), `${path}.play`),
  ...recallStep(input, fieldOf(step, 'recall'), `${path}.recall`),
  ...switchStep(input, fieldOf(step, 'switch'), `${path}.switch`),
];

const steps = (input: unknown): readonly ValidationIssue[] =>
  ['macros', 'automations'].flatMap((kind) =>
    listIn(input, kind).flatMap((entry, index) =>
      listIn(entry, 'steps').flatMap((step, at) =>
        stepFaults(input, step, `${kind}[${String(index)}].steps[${String(at)}]`),
      ),
    ),
  );

/** Every scene of an output has its layer, and no other has one. */
const layersOf = (output: unknown, index: number): readonly ValidationIssue[] => {
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

/** Everything in a studio as it is described that names something which isn't there. */
export const findBrokenReferences = (input: unknown): readonly ValidationIssue[] => [
  ...stations(input),
  ...activeBank(input),
  ...listIn(input, 'outputs').flatMap(layersOf),
  ...steps(input),
];
