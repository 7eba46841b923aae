// What a studio says of its own records elsewhere: stations, banks, and what the steps of macros and automations act on.
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../codec.js';
import { fieldOf, listIn, textIn } from '../loose.js';
import { BankDefinition, findClip } from './clip.js';

/** What may be named at a place. */
interface Reference {
  readonly place: string;
  readonly value: string | undefined;
  /** Undefined where nobody can tell, since what would hold them isn't there itself. */
  readonly known: readonly string[] | undefined;
  readonly what: string;
}

const listed = (known: readonly string[]): string => (known.length === 0 ? 'there is none' : known.join(', '));

const check = ({ place, value, known, what }: Reference): readonly Fault[] =>
  value === undefined || known === undefined || known.includes(value)
    ? []
    : [{ place, expected: `${what} (${listed(known)}), got "${value}"` }];

const textsIn = (entries: readonly unknown[], field: string): readonly string[] =>
  entries.flatMap((entry) => textIn(entry, field) ?? []);

const idsOf = (input: unknown, kind: string): readonly string[] => textsIn(listIn(input, kind), 'id');

const byId = (input: unknown, kind: string, id: string | undefined): unknown =>
  listIn(input, kind).find((entry) => textIn(entry, 'id') === id);

const stations = (input: unknown): readonly Fault[] => {
  const known = idsOf(input, 'stations');
  const what = 'the id of a station';
  const owned = ['variables', 'automations'].flatMap((kind) =>
    listIn(input, kind).map((entry, index) => ({
      ...{ place: `${kind}[${String(index)}].station`, value: textIn(entry, 'station'), known, what },
    })),
  );
  return [{ place: 'holder', value: textIn(input, 'holder'), known, what }, ...owned].flatMap(check);
};

const activeBank = (input: unknown): readonly Fault[] => {
  const known = textsIn(listIn(input, 'banks'), 'key');
  return check({ place: 'activeBank', value: textIn(input, 'activeBank'), known, what: 'the key of a bank' });
};

/** A bank that isn't sound holds any clip, as far as anybody can tell. */
const hasClip = (bank: unknown, clip: string): boolean => {
  const read = BankDefinition.decode(bank);
  return E.isLeft(read) || E.isRight(findClip(read.right, clip));
};

/** A step without a bank plays from the one that is active then: one of them must have its clip. */
const clipOf = (input: unknown, play: unknown, place: string): readonly Fault[] => {
  const [clip, key] = [textIn(play, 'clip'), textIn(play, 'bank')];
  const isMeant = (bank: unknown): boolean =>
    key === undefined || textIn(bank, 'key')?.toLowerCase() === key.toLowerCase();
  const banks = listIn(input, 'banks').filter(isMeant);
  if (banks.length === 0 && key !== undefined)
    return check({
      place: `${place}.bank`,
      value: key,
      known: textsIn(listIn(input, 'banks'), 'key'),
      what: 'the key of a bank',
    });
  if (clip === undefined || banks.some((bank) => hasClip(bank, clip))) return [];
  const where = key === undefined ? 'of some bank' : `of the bank "${key}"`;
  return [{ place: `${place}.clip`, expected: `number or key of a clip ${where}, got "${clip}"` }];
};

const playStep = (input: unknown, play: unknown, place: string): readonly Fault[] => {
  const output = byId(input, 'outputs', textIn(play, 'output'));
  const scenes = output === undefined ? undefined : listIn(output, 'scenes').map(String);
  return [
    ...check({
      ...{ place: `${place}.output`, value: textIn(play, 'output') },
      ...{ known: idsOf(input, 'outputs'), what: 'the id of an output' },
    }),
    ...check({ place: `${place}.scene`, value: textIn(play, 'scene'), known: scenes, what: 'a scene of the output' }),
    ...clipOf(input, play, place),
  ];
};

const recallStep = (input: unknown, recall: unknown, place: string): readonly Fault[] => {
  const camera = byId(input, 'cameras', textIn(recall, 'camera'));
  const angles = camera === undefined ? undefined : textsIn(listIn(camera, 'angles'), 'id');
  return [
    ...check({
      ...{ place: `${place}.camera`, value: textIn(recall, 'camera') },
      ...{ known: idsOf(input, 'cameras'), what: 'the id of a camera' },
    }),
    ...check({
      place: `${place}.angle`,
      value: textIn(recall, 'angle'),
      known: angles,
      what: 'an angle of the camera',
    }),
  ];
};

const switchStep = (input: unknown, line: unknown, place: string): readonly Fault[] =>
  check({
    ...{ place: `${place}.signal`, value: textIn(line, 'signal') },
    ...{ known: idsOf(input, 'signals'), what: 'the id of a signal' },
  });

const stepFaults = (input: unknown, step: unknown, place: string): readonly Fault[] => [
  ...playStep(input, fieldOf(step, 'play'), `${place}.play`),
  ...recallStep(input, fieldOf(step, 'recall'), `${place}.recall`),
  ...switchStep(input, fieldOf(step, 'switch'), `${place}.switch`),
];

const steps = (input: unknown): readonly Fault[] =>
  ['macros', 'automations'].flatMap((kind) =>
    listIn(input, kind).flatMap((entry, index) =>
      listIn(entry, 'steps').flatMap((step, at) =>
        stepFaults(input, step, `${kind}[${String(index)}].steps[${String(at)}]`),
      ),
    ),
  );

/** Every scene of an output has its layer, and no other has one. */
const layersOf = (output: unknown, index: number): readonly Fault[] => {
  const layers = fieldOf(fieldOf(output, 'player'), 'layers');
  if (typeof layers !== 'object' || layers === null) return [];
  const place = `outputs[${String(index)}].player.layers`;
  const scenes = listIn(output, 'scenes').map(String);
  const missing = scenes.filter((scene) => !Object.hasOwn(layers, scene));
  return [
    ...missing.map((scene) => ({ place, expected: `a layer for the scene "${scene}"` })),
    ...Object.keys(layers).flatMap((scene) =>
      check({ place: `${place}.${scene}`, value: scene, known: scenes, what: 'a scene of the output' }),
    ),
  ];
};

/** Everything in a studio as it is described that names something which isn't there. */
export const brokenReferencesIn = (input: unknown): readonly Fault[] => [
  ...stations(input),
  ...activeBank(input),
  ...listIn(input, 'outputs').flatMap(layersOf),
  ...steps(input),
];
