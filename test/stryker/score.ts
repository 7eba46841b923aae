// Whether tests notice too few changes of the code.
import type { Results } from './results.js';

/** The least share of changes that tests must notice in changed lines, in percent; a few survivors may change nothing. */
const minScoreOfChange = 60;

/** Below this number of changes, one survivor decides too much of the score. */
const fewMutants = 5;

/** The same for a run that a time limit has ended: the first changes of a file aren't typical of all. */
const fewMutantsOfPart = 25;

const leastTested = ({ leftOut }: Results): number => (leftOut.length > 0 ? fewMutantsOfPart : fewMutants);

/** Whether tests notice too few changes: of a whole area with its `minScore`, or of changed lines without one. */
export const isLow = (results: Results, minScore?: number): boolean => {
  const { tested, noticed } = results;
  const least = minScore === undefined ? leastTested(results) : 1;
  return tested >= least && (noticed / tested) * 100 < (minScore ?? minScoreOfChange);
};
