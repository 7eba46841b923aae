// Finds references in an unvalidated studio to records that don't exist: stations, banks, the scenes of outputs, and the
// targets of steps.
import type { ValidationIssue } from '../codec/issues.js';
import { listIn, textIn } from '../codec/unchecked.js';
import { knownNames, type KnownNames } from './known-names.js';
import { findMacroCycles } from './macro-cycles.js';
import { check } from './reference.js';
import { findBrokenScenes } from './scene-references.js';
import { checkSteps } from './step-references.js';

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

/** Returns an issue for every broken reference in an unvalidated studio. */
export const findBrokenReferences = (input: unknown): readonly ValidationIssue[] => {
  const names = knownNames(input);
  return [
    ...checkStations(input, names),
    ...checkActiveBank(input, names),
    ...findBrokenScenes(input),
    ...checkSteps(input, names),
    ...findMacroCycles(input),
  ];
};
