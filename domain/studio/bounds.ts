// Bounds of a studio file: how many records of each kind it may have. They are checked before anything else.
import type { Issue } from '../codec/issues.js';
import { fieldOf, listIn } from '../codec/unchecked.js';

/** Maximum number of records of each kind that a studio lists (START-8). */
export const maxRecords = 2_000;

/** Maximum number of clips, steps, scenes, graphics, angles, shots of cameras, displays and buttons of panels, each counted over the whole studio (START-8). */
export const maxNestedRecords = 20_000;

const kinds = [
  'connections',
  'stations',
  'signals',
  'cameras',
  'outputs',
  'banks',
  'variables',
  'macros',
  'automations',
  'panels',
];

/** Records inside others: the kinds that have them, and their list. */
const nested: readonly (readonly [list: string, ...owners: readonly string[]])[] = [
  ['clips', 'banks'],
  ['steps', 'macros', 'automations'],
  ['scenes', 'outputs'],
  ['graphics', 'outputs'],
  ['angles', 'cameras'],
  ['shownBy', 'cameras'],
];

const exceeded = (path: string, what: string, max: number, count: number): readonly Issue[] =>
  count > max ? [{ path, expected: `at most ${String(max)} ${what}`, got: String(count) }] : [];

const countIn = (input: unknown, owner: string, list: string): number =>
  listIn(input, owner).reduce<number>((sum, record) => sum + listIn(record, list).length, 0);

/** The keys of panels. */
const panelIssues = (input: unknown): readonly Issue[] => {
  const buttons = listIn(input, 'panels').reduce<number>((sum, panel) => sum + countIn(panel, 'pages', 'buttons'), 0);
  return exceeded('panels', 'buttons altogether', maxNestedRecords, buttons);
};

/** The displays that show tallies. */
const tallyIssues = (tally: unknown): readonly Issue[] => [
  ...exceeded('tally.destinations', 'entries', maxRecords, listIn(tally, 'destinations').length),
  ...exceeded(
    'tally.destinations',
    'displays altogether',
    maxNestedRecords,
    countIn(tally, 'destinations', 'displays'),
  ),
];

/** Returns an issue for every kind of which an unvalidated studio has too many records. */
export const findExceededBounds = (input: unknown): readonly Issue[] => [
  ...tallyIssues(fieldOf(input, 'tally')),
  ...panelIssues(input),
  ...kinds.flatMap((kind) => exceeded(kind, 'entries', maxRecords, listIn(input, kind).length)),
  ...nested.flatMap(([list, ...owners]) => {
    const count = owners.reduce((sum, owner) => sum + countIn(input, owner, list), 0);
    return exceeded(owners.join(' and '), `${list} altogether`, maxNestedRecords, count);
  }),
];
