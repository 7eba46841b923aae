// Reads the results of the scenarios from cucumber's messages.
import { TestStepResultStatus, type Envelope, type TestStepResult } from '@cucumber/messages';
import { needIn, notTested } from './not-testable.js';
import type { ScenarioResult } from './verdicts.js';

type MessageOf<Kind extends keyof Envelope> = NonNullable<Envelope[Kind]>;

const messagesOf = <Kind extends keyof Envelope>(all: readonly Envelope[], kind: Kind): readonly MessageOf<Kind>[] =>
  all.flatMap((message) => (message[kind] === undefined ? [] : [message[kind] as MessageOf<Kind>]));

/** The statuses of a scenario's steps if it passed. */
const good: ReadonlySet<TestStepResultStatus> = new Set([TestStepResultStatus.PASSED, TestStepResultStatus.SKIPPED]);

/** A need comes first: what failed before may have failed for lack of it. */
const errorOf = (results: readonly TestStepResult[]): string | undefined => {
  const ended = results.filter(({ status }) => !good.has(status));
  const errors = ended.map(({ message, status }) => message ?? `the step is ${status.toLowerCase()}`);
  return errors.find((error) => needIn(error) !== undefined) ?? errors[0];
};

/** Why a scenario was left out, by its marks. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['process', 'the programs of the repository'],
  ['own-console', "the service's console"],
  ['backup-player', 'an output with a backup player'],
  ['fresh', 'a service that has just started'],
  ['loopback', 'a caller on the machine of the service, without a token'],
]);

const leftOut = (tags: readonly string[]): string =>
  notTested(tags.flatMap((tag) => reasons.get(tag) ?? [])[0] ?? 'another selection of features');

/** Returns the results in a report: JSON messages, one a line. Scenarios that were left out are not tested. */
export const resultsIn = (report: string): readonly ScenarioResult[] => {
  const lines = report.split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Envelope);
  const steps = Map.groupBy(messagesOf(all, 'testStepFinished'), ({ testCaseStartedId }) => testCaseStartedId);
  const started = new Map(messagesOf(all, 'testCaseStarted').map(({ testCaseId, id }) => [testCaseId, id]));
  const runs = new Map(messagesOf(all, 'testCase').map(({ id, pickleId }) => [pickleId, started.get(id) ?? '']));
  return messagesOf(all, 'pickle').map(({ id, uri, location, tags }) => {
    const names = tags.map(({ name }) => name.slice(1));
    const results = steps.get(runs.get(id) ?? '')?.map(({ testStepResult }) => testStepResult);
    const error = results === undefined ? leftOut(names) : errorOf(results);
    return { place: `${uri}:${String(location?.line)}`, tags: names, error };
  });
};
