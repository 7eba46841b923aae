// Finds references in an unvalidated studio to records that don't exist: stations, banks, the scenes of outputs, and the
// targets of steps.
import type { ValidationIssue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { indexClips, type ClipIndex } from './clip-index.js';
import { checkReference as check } from './reference-check.js';
import { findBrokenScenes } from './scene-references.js';

const textsIn = (entries: readonly unknown[], field: string): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => textIn(entry, field) ?? []));

const idsOf = (input: unknown, kind: string): ReadonlySet<string> => textsIn(listIn(input, kind), 'id');

/** What each record of a kind contains, by the record's id. The first record with an id counts. */
const contentsById = (
  input: unknown,
  kind: string,
  contentsOf: (record: unknown) => ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    listIn(input, kind)
      .toReversed()
      .flatMap((record) => {
        const id = textIn(record, 'id');
        return id === undefined ? [] : [[id, contentsOf(record)] as const];
      }),
  );

/** The names that references may use, collected once. */
interface KnownNames {
  readonly stations: ReadonlySet<string>;
  readonly signals: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  readonly cameras: ReadonlySet<string>;
  readonly banks: ReadonlySet<string>;
  readonly scenesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly anglesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly clips: ClipIndex;
}

const scenesIn = (output: unknown): ReadonlySet<string> => new Set(listIn(output, 'scenes').map(String));

const knownNames = (input: unknown): KnownNames => ({
  stations: idsOf(input, 'stations'),
  signals: idsOf(input, 'signals'),
  outputs: idsOf(input, 'outputs'),
  cameras: idsOf(input, 'cameras'),
  banks: textsIn(listIn(input, 'banks'), 'key'),
  scenesOf: contentsById(input, 'outputs', scenesIn),
  anglesOf: contentsById(input, 'cameras', (camera) => textsIn(listIn(camera, 'angles'), 'id')),
  clips: indexClips(listIn(input, 'banks')),
});

const checkStations = (input: unknown, { stations: known }: KnownNames): readonly ValidationIssue[] => {
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

const checkActiveBank = (input: unknown, { banks: known }: KnownNames): readonly ValidationIssue[] =>
  check({ path: 'activeBank', value: textIn(input, 'activeBank'), known, what: 'the key of a bank' });

/** A step without a bank plays from the active one, so any bank may have the clip. */
const checkClip = ({ banks: known, clips }: KnownNames, play: unknown, path: string): readonly ValidationIssue[] => {
  const [clip, bank] = [textIn(play, 'clip'), textIn(play, 'bank')];
  const hasClip = clips(bank);
  if (hasClip === undefined) return check({ path: `${path}.bank`, value: bank, known, what: 'the key of a bank' });
  if (clip === undefined || hasClip(clip)) return [];
  const where = bank === undefined ? 'of some bank' : `of the bank "${bank}"`;
  return [{ path: `${path}.clip`, expected: `number or key of a clip ${where}, got "${clip}"` }];
};

const checkPlay = (names: KnownNames, play: unknown, path: string): readonly ValidationIssue[] => {
  const output = textIn(play, 'output');
  const scenes = names.scenesOf.get(output ?? '');
  return [
    ...check({ path: `${path}.output`, value: output, known: names.outputs, what: 'the id of an output' }),
    ...check({ path: `${path}.scene`, value: textIn(play, 'scene'), known: scenes, what: 'a scene of the output' }),
    ...checkClip(names, play, path),
  ];
};

const checkRecall = (names: KnownNames, recall: unknown, path: string): readonly ValidationIssue[] => {
  const camera = textIn(recall, 'camera');
  const angles = names.anglesOf.get(camera ?? '');
  return [
    ...check({ path: `${path}.camera`, value: camera, known: names.cameras, what: 'the id of a camera' }),
    ...check({ path: `${path}.angle`, value: textIn(recall, 'angle'), known: angles, what: 'an angle of the camera' }),
  ];
};

const checkSwitch = ({ signals: known }: KnownNames, line: unknown, path: string): readonly ValidationIssue[] =>
  check({ path: `${path}.signal`, value: textIn(line, 'signal'), known, what: 'the id of a signal' });

const stepIssues = (names: KnownNames, step: unknown, path: string): readonly ValidationIssue[] => [
  ...checkPlay(names, fieldOf(step, 'play'), `${path}.play`),
  ...checkRecall(names, fieldOf(step, 'recall'), `${path}.recall`),
  ...checkSwitch(names, fieldOf(step, 'switch'), `${path}.switch`),
];

const checkSteps = (input: unknown, names: KnownNames): readonly ValidationIssue[] =>
  ['macros', 'automations'].flatMap((kind) =>
    listIn(input, kind).flatMap((entry, index) =>
      listIn(entry, 'steps').flatMap((step, at) =>
        stepIssues(names, step, `${kind}[${String(index)}].steps[${String(at)}]`),
      ),
    ),
  );

/** Returns an issue for every broken reference in an unvalidated studio. */
export const findBrokenReferences = (input: unknown): readonly ValidationIssue[] => {
  const names = knownNames(input);
  return [
    ...checkStations(input, names),
    ...checkActiveBank(input, names),
    ...findBrokenScenes(input),
    ...checkSteps(input, names),
  ];
};
