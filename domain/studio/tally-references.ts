// Finds broken references of tallies in an unvalidated studio: the clips and signals that show a camera, and what follows
// or shows a tally.
import { isSameName } from '../codec/codec.js';
import { didYouMean, type Issue } from '../codec/issues.js';
import { nearestName } from '../codec/nearest-name.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { textsIn, type KnownNames } from './known-names.js';
import { check, type Reference } from './reference.js';

/** Returns an issue that also names the nearest record, if a reference names nothing that is known. */
const checkNear = (reference: Reference): readonly Issue[] => {
  const suggestion = didYouMean(nearestName(reference.value ?? '', [...(reference.known ?? [])]));
  return check(reference).map((issue) => ({ ...issue, ...suggestion }));
};

const isSame = (one: string | undefined, other: string): boolean => one !== undefined && isSameName(one, other);

/** Returns the keys of the clips of a bank, or of all banks, as the reference spells one that matches it. */
const clipKeys = (input: unknown, bank: string | undefined, clip: string): ReadonlySet<string> => {
  const banks = listIn(input, 'banks').filter((one) => bank === undefined || isSame(textIn(one, 'key'), bank));
  const keys = banks.flatMap((one) => [...textsIn(listIn(one, 'clips'), 'key')]);
  return new Set(keys.map((key) => (isSameName(key, clip) ? clip : key)));
};

const bankKeys = ({ banks }: KnownNames, bank: string): ReadonlySet<string> =>
  new Set([...banks].map((key) => (isSameName(key, bank) ? bank : key)));

const checkSignalShot = (names: KnownNames, signal: string | undefined, path: string): readonly Issue[] =>
  checkNear({
    path: `${path}.signal`,
    value: signal,
    known: new Set([...names.signals].filter((id) => !names.following.has(id))),
    what: 'the id of a signal that follows no tally',
  });

const checkClipShot = (input: unknown, names: KnownNames, shot: unknown, path: string): readonly Issue[] => {
  const [output, scene, bank, clip] = ['output', 'scene', 'bank', 'clip'].map((field) => textIn(shot, field));
  const scenes = names.scenesOf.get(output ?? '');
  const broken = [
    ...checkNear({ path: `${path}.output`, value: output, known: names.outputs, what: 'the id of an output' }),
    ...checkNear({ path: `${path}.scene`, value: scene, known: scenes, what: 'a scene of the output' }),
    ...checkNear({
      path: `${path}.bank`,
      value: bank,
      known: bankKeys(names, bank ?? ''),
      what: 'the key of a bank',
    }),
  ];
  const known = clipKeys(input, bank, clip ?? '');
  const where = bank === undefined ? 'of some bank' : `of the bank "${bank}"`;
  return broken.length > 0
    ? broken
    : checkNear({ path: `${path}.clip`, value: clip, known, what: `the key of a clip ${where}` });
};

const checkShot = (input: unknown, names: KnownNames, shot: unknown, path: string): readonly Issue[] => [
  ...checkSignalShot(names, textIn(shot, 'signal'), path),
  ...checkClipShot(input, names, shot, path),
];

const whatSubjects = { output: 'the id of an output', camera: 'the id of a camera that has shownBy' } as const;

/** The output or the camera whose tally something follows. */
const checkSubject = (names: KnownNames, subject: unknown, path: string): readonly Issue[] => {
  const known = { output: names.outputs, camera: names.shownCameras };
  return (['output', 'camera'] as const).flatMap((kind) =>
    checkNear({
      path: `${path}.${kind}`,
      value: textIn(subject, kind),
      known: known[kind],
      what: whatSubjects[kind],
    }),
  );
};

/** Returns an issue for every broken reference of tallies. */
export const findBrokenTallies = (input: unknown, names: KnownNames): readonly Issue[] => [
  ...listIn(input, 'cameras').flatMap((camera, at) =>
    listIn(camera, 'shownBy').flatMap((shot, index) =>
      checkShot(input, names, shot, `cameras[${String(at)}].shownBy[${String(index)}]`),
    ),
  ),
  ...listIn(fieldOf(input, 'tally'), 'destinations').flatMap((destination, at) =>
    listIn(destination, 'displays').flatMap((display, index) =>
      checkSubject(names, display, `tally.destinations[${String(at)}].displays[${String(index)}]`),
    ),
  ),
  ...listIn(input, 'signals').flatMap((signal, at) =>
    checkSubject(names, fieldOf(signal, 'follows'), `signals[${String(at)}].follows`),
  ),
];
