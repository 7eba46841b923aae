// The studios of the overview: filtered, counted, and ordered by urgency.
import { compareTexts } from '../../messages/i18n.js';
import type { StudioOverview } from '../api/contract.js';
import { allProblems, problemsOf, type Problem } from './attention.js';
import { containsWords, fold } from '../api/rules.js';

const folded = new WeakMap<StudioOverview, string>();

const textOf = (studio: StudioOverview): string => {
  const known = folded.get(studio);
  if (known !== undefined) return known;
  const text = fold([studio.name, studio.id, ...studio.labels].join(' '));
  folded.set(studio, text);
  return text;
};

/** Returns a predicate for studios that a search finds. */
const matchesSearch = (search: string): ((studio: StudioOverview) => boolean) => {
  const contains = containsWords(search);
  return (studio) => contains(textOf(studio));
};

/** A studio with what needs attention. */
export interface ListedStudio {
  readonly studio: StudioOverview;
  readonly problems: readonly Problem[];
}

/** What the overview shows. An empty text, or undefined, filters nothing. */
export interface StudioFilter {
  readonly search: string;
  readonly status: Problem | undefined;
  readonly label: string;
}

const byName = (one: ListedStudio, other: ListedStudio): number => compareTexts(one.studio.name, other.studio.name);

/** Studios come with their most urgent problem. */
const byUrgency = (one: ListedStudio, other: ListedStudio): number => {
  const [first, second] = [one, other].map(({ problems }) => allProblems.indexOf(problems[0] ?? 'new'));
  return (first ?? 0) - (second ?? 0);
};

/** The studios that need attention, the most urgent first, all others by name, and how many have each problem. */
export interface Overview {
  readonly urgent: readonly ListedStudio[];
  readonly others: readonly ListedStudio[];
  /** Counts of the studios that search and label find. */
  readonly counts: ReadonlyMap<Problem, number>;
}

const countsOf = (listed: readonly ListedStudio[]): ReadonlyMap<Problem, number> => {
  const counts = new Map<Problem, number>();
  for (const { problems } of listed)
    for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return counts;
};

/** Returns studios with their problems, ordered by name. Sorting many names takes longest, and is done once. */
export const listStudios = (studios: readonly StudioOverview[]): readonly ListedStudio[] =>
  studios.map((studio) => ({ studio, problems: problemsOf(studio) })).sort(byName);

/** Returns what the overview shows of studios that are ordered by name. */
export const overviewOf = (listed: readonly ListedStudio[], { search, status, label }: StudioFilter): Overview => {
  const isFound = matchesSearch(search);
  const found = listed.filter(({ studio }) => isFound(studio) && (label === '' || studio.labels.includes(label)));
  const shown = status === undefined ? found : found.filter(({ problems }) => problems.includes(status));
  const { true: others = [], false: urgent = [] } = Object.groupBy(shown, ({ problems }) =>
    problems.length === 0 ? 'true' : 'false',
  );
  return { urgent: urgent.sort(byUrgency), others, counts: countsOf(found) };
};

/** Returns all labels in use, in alphabetical order. */
export const labelsOf = (studios: readonly StudioOverview[]): readonly string[] =>
  [...new Set(studios.flatMap(({ labels }) => labels))].sort(compareTexts);
