// Finds references in an unvalidated studio to records that don't exist: stations, banks, the scenes of outputs, and the
// targets of steps.
import type { Issue } from '../codec/issues.js';
import { isEqual } from '../codec/equality.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { attachableKinds } from './connection.js';
import { knownNames, type KnownNames } from './known-names.js';
import { findMacroCycles } from './macro-cycles.js';
import { check } from './reference.js';
import { findBrokenScenes } from './scene-references.js';
import { checkSteps } from './step-references.js';
import { checkTriggers } from './trigger-references.js';
import { findBrokenTallies } from './tally-references.js';

const checkStations = (input: unknown, { stations: known }: KnownNames): readonly Issue[] => {
  const what = 'the id of a station';
  const owned = ['variables', 'automations', 'panels'].flatMap((kind) =>
    listIn(input, kind).map((entry, index) => ({
      path: `${kind}[${String(index)}].station`,
      value: textIn(entry, 'station'),
      known,
      what,
    })),
  );
  return [{ path: 'holder', value: textIn(input, 'holder'), known, what }, ...owned].flatMap(check);
};

const checkActiveBank = (input: unknown, { banks: known }: KnownNames): readonly Issue[] =>
  check({ path: 'activeBank', value: textIn(input, 'activeBank'), known, what: 'the key of a bank' });

/** The connections that signals, cameras and outputs are attached to. */
const checkAttachments = (input: unknown, { connections: known }: KnownNames): readonly Issue[] =>
  attachableKinds.flatMap(([kind, field]) =>
    listIn(input, kind).flatMap((record, index) =>
      check({
        path: `${kind}[${String(index)}].${field}.connection`,
        value: textIn(fieldOf(record, field), 'connection'),
        known,
        what: 'the id of a connection',
      }),
    ),
  );

/** A backup is another player than the main one, which there has to be. */
const checkBackups = (input: unknown): readonly Issue[] =>
  listIn(input, 'outputs').flatMap((output, index) => {
    const [player, backup] = [fieldOf(output, 'player'), fieldOf(output, 'backup')];
    const path = `outputs[${String(index)}]`;
    if (backup === undefined) return [];
    if (player === undefined)
      return [{ path: `${path}.player`, expected: 'the main player, as the output has a backup' }];
    return isEqual(player, backup)
      ? [{ path: `${path}.backup`, expected: 'another player than that of the output' }]
      : [];
  });

/** Returns an issue for every broken reference in an unvalidated studio. */
export const findBrokenReferences = (input: unknown): readonly Issue[] => {
  const names = knownNames(input);
  return [
    ...checkStations(input, names),
    ...checkActiveBank(input, names),
    ...checkAttachments(input, names),
    ...checkBackups(input),
    ...findBrokenScenes(input),
    ...findBrokenTallies(input, names),
    ...checkSteps(input, names),
    ...checkTriggers(input, names),
    ...findMacroCycles(input),
  ];
};
