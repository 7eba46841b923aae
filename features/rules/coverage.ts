// Holds the scenarios against the list of rules: every rule has a scenario or waits openly for one.
import type { Rule, Tag } from './rules.js';

/** Tags that say how a scenario runs instead of which rule it shows, and why so. */
export const marks: ReadonlyMap<string, string> = new Map([
  ['simulator', "winds the studio's clock or breaks one of its devices, which a simulated studio alone allows"],
  ['process', 'starts processes of its own on the machine of the tests, beside any other service'],
  ['simulated-playout', "breaks a player's driver itself, which a real driver doesn't allow"],
]);

interface Coverage {
  readonly rules: readonly Rule[];
  readonly pending: readonly string[];
  readonly tags: readonly Tag[];
}

const twice = (ids: readonly string[], where: string): readonly string[] =>
  ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id} is there twice among the ${where}`);

const unknownTags = (known: ReadonlySet<string>, tags: readonly Tag[]): readonly string[] =>
  tags
    .filter(({ name }) => !known.has(name) && !marks.has(name))
    .map(({ name, file }) => `${file} is tagged @${name}, which is no rule`);

const openRules = (rules: readonly string[], shown: ReadonlySet<string>, waiting: ReadonlySet<string>) =>
  rules.filter((id) => !shown.has(id) && !waiting.has(id)).map((id) => `${id} has no scenario and isn't pending`);

const closedRules = (pending: readonly string[], shown: ReadonlySet<string>) =>
  pending.filter((id) => shown.has(id)).map((id) => `${id} is pending and has a scenario: take it off the list`);

const strangers = (pending: readonly string[], known: ReadonlySet<string>) =>
  pending.filter((id) => !known.has(id)).map((id) => `${id} is pending and is no rule`);

/** All that is wrong between rules and scenarios; empty when they agree. */
export const disagreements = ({ rules, pending, tags }: Coverage): readonly string[] => {
  const ids = rules.map(({ id }) => id);
  const known = new Set(ids);
  const shown = new Set(tags.map(({ name }) => name));
  return [
    ...twice(ids, 'rules'),
    ...twice(pending, 'pending rules'),
    ...unknownTags(known, tags),
    ...openRules(ids, shown, new Set(pending)),
    ...closedRules(pending, shown),
    ...strangers(pending, known),
  ];
};
