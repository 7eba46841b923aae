// Checks the scenarios against the list of rules: every rule has a scenario, or is listed as pending.
import type { Rule, Tag } from './rules.js';

/** Tags that decide how a scenario runs instead of naming a rule, each with its reason. */
export const marks: ReadonlyMap<string, string> = new Map([
  ['simulated', 'needs simulated devices or a service that starts anew; the production image has neither'],
  ['simulator', 'needs an exact clock or a fault that only a simulated studio has, no real player'],
  ['process', 'starts processes of its own on the machine that runs the tests'],
  ['own-console', "needs a console on the studio's clock or without failed sign-ins; that of the images has neither"],
  [
    'prompt',
    'needs devices that show their state after a reconnect, the effect of a command within 30 ms, and that take a command ' +
      'while they have not answered the one before',
  ],
  ['sent-again', 'needs devices that are sent a command though they have its value: a GPIO line holds its value'],
  ['graphics', 'needs a player that shows templates'],
  ['backup-player', 'needs an output with a backup player, which the demo studio lacks'],
  ['broker', 'needs a broker on the machine of the service, which runs in the process of the scenarios'],
  [
    'receiver',
    'needs a receiver of webhooks on the machine of the console, which runs in the process of the scenarios',
  ],
  ['fresh', 'needs a service that has just started, without records of earlier calls, runs and alarms'],
  ['loopback', 'needs a caller on the machine of the service, whom the log shows as such'],
  ['simulated-playout', "makes a player's driver itself fail, or takes too long with a real driver"],
]);

interface Coverage {
  readonly rules: readonly Rule[];
  readonly pending: readonly string[];
  readonly tags: readonly Tag[];
}

const duplicates = (ids: readonly string[], where: string): readonly string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is listed twice among the ${where}`);

const unknownTags = (known: ReadonlySet<string>, tags: readonly Tag[]): readonly string[] =>
  tags
    .filter(({ name }) => !known.has(name) && !marks.has(name))
    .map(({ name, file }) => `${file} has the tag @${name}, which is not a rule`);

const uncovered = (rules: readonly string[], covered: ReadonlySet<string>, pending: ReadonlySet<string>) =>
  rules.filter((id) => !covered.has(id) && !pending.has(id)).map((id) => `${id} has no scenario and is not pending`);

const noLongerPending = (pending: readonly string[], covered: ReadonlySet<string>) =>
  pending.filter((id) => covered.has(id)).map((id) => `${id} has a scenario: remove it from the pending rules`);

const unknownPending = (pending: readonly string[], known: ReadonlySet<string>) =>
  pending.filter((id) => !known.has(id)).map((id) => `${id} is pending and is not a rule`);

/** Returns every mismatch between rules and scenarios; empty when they agree. */
export const mismatches = ({ rules, pending, tags }: Coverage): readonly string[] => {
  const ids = rules.map(({ id }) => id);
  const known = new Set(ids);
  const covered = new Set(tags.map(({ name }) => name));
  return [
    ...duplicates(ids, 'rules'),
    ...duplicates(pending, 'pending rules'),
    ...unknownTags(known, tags),
    ...uncovered(ids, covered, new Set(pending)),
    ...noLongerPending(pending, covered),
    ...unknownPending(pending, known),
  ];
};
