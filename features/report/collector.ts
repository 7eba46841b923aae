// Collects the results of a run from cucumber's messages.
import {
  AttachmentContentEncoding,
  getWorstTestStepResult,
  TimeConversion,
  type Attachment,
  type Envelope,
  type Pickle,
  type TestCase,
  type TestStepResult,
  TestStepResultStatus,
} from '@cucumber/messages';
import type { Attached, ScenarioResult, Status, StepResult } from './model.js';
import { keyOf } from './source.js';

interface Attempt {
  readonly testCase: TestCase;
  readonly results: Map<string, TestStepResult>;
  readonly attached: Map<string, Attached[]>;
}

type Finished = Omit<ScenarioResult, 'at'>;

const ms = ({ duration }: TestStepResult): number => Math.round(TimeConversion.durationToMilliseconds(duration));

const statusOf = ({ status }: TestStepResult): Status => status.toLowerCase() as Status;

const attachedOf = ({ mediaType, body, contentEncoding, fileName }: Attachment): Attached => ({
  mediaType,
  body,
  base64: contentEncoding === AttachmentContentEncoding.BASE64,
  ...(fileName !== undefined && { fileName }),
});

const isSilent = ({ status, attached }: StepResult): boolean => status === 'passed' && attached === undefined;

/** File and name of a scenario. The rows of an outline may share them. */
export const titleOf = ({ uri, name }: Pick<Pickle, 'uri' | 'name'>): string => `${uri}: ${name}`;

/** Messages of cucumber, of which each kind has a field of its own. */
export class Collector {
  /** Why the whole run failed. */
  readonly failures: string[] = [];
  /** The titles of the scenarios that didn't pass. */
  readonly failed: string[] = [];
  readonly #pickles = new Map<string, Pickle>();
  readonly #cases = new Map<string, TestCase>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #finished = new Map<string, Finished>();

  add(message: Envelope): void {
    const { pickle, testCase, testCaseStarted, attachment, testStepFinished, testCaseFinished } = message;
    if (pickle) this.#pickles.set(pickle.id, pickle);
    if (testCase) this.#cases.set(testCase.id, testCase);
    if (testCaseStarted) this.#start(testCaseStarted.id, testCaseStarted.testCaseId);
    if (attachment) this.#attach(attachment);
    if (testStepFinished) {
      const { testCaseStartedId, testStepId, testStepResult } = testStepFinished;
      this.#attempts.get(testCaseStartedId)?.results.set(testStepId, testStepResult);
    }
    if (testCaseFinished) this.#finish(testCaseFinished.testCaseStartedId, testCaseFinished.willBeRetried);
    this.#addRun(message);
  }

  /** Returns the results by the keys of the scenarios. `at` is the end of the run. */
  results(at: string): Readonly<Record<string, ScenarioResult>> {
    return Object.fromEntries([...this.#finished].map(([key, result]) => [key, { ...result, at }]));
  }

  /** Adds why the whole run failed: a hook of the run, or an exception. */
  #addRun({ testRunHookFinished, testRunFinished }: Envelope): void {
    const hook = testRunHookFinished?.result;
    if (hook?.status === TestStepResultStatus.FAILED) this.failures.push(hook.message ?? 'A hook of the run failed.');
    const exception = testRunFinished?.exception;
    if (exception) this.failures.push(exception.stackTrace ?? exception.message ?? exception.type);
  }

  #start(id: string, testCaseId: string): void {
    const testCase = this.#cases.get(testCaseId);
    if (testCase) this.#attempts.set(id, { testCase, results: new Map(), attached: new Map() });
  }

  #attach(attachment: Attachment): void {
    const { testCaseStartedId = '', testStepId = '' } = attachment;
    const attached = this.#attempts.get(testCaseStartedId)?.attached;
    attached?.set(testStepId, [...(attached.get(testStepId) ?? []), attachedOf(attachment)]);
  }

  #finish(id: string, willBeRetried: boolean): void {
    const attempt = this.#attempts.get(id);
    const pickle = attempt && this.#pickles.get(attempt.testCase.pickleId);
    this.#attempts.delete(id);
    if (!pickle || willBeRetried) return;
    const finished = finishedOf(attempt);
    this.#finished.set(keyOf(pickle), finished);
    if (!['passed', 'skipped'].includes(finished.status)) this.failed.push(titleOf(pickle));
  }
}

const stepResult = ({ results, attached }: Attempt, id: string): StepResult => {
  const result = results.get(id);
  const files = attached.get(id);
  return {
    status: result ? statusOf(result) : 'unknown',
    ms: result ? ms(result) : 0,
    ...(result?.message !== undefined && { message: result.message }),
    ...(files && { attached: files }),
  };
};

const finishedOf = (attempt: Attempt): Finished => {
  const [steps, hooks] = [true, false].map((ofPickle) =>
    attempt.testCase.testSteps
      .filter(({ pickleStepId }) => (pickleStepId !== undefined) === ofPickle)
      .map(({ id }) => stepResult(attempt, id)),
  ) as [StepResult[], StepResult[]];
  const loud = hooks.filter((hook) => !isSilent(hook));
  const results = [...attempt.results.values()];
  return {
    status: statusOf(getWorstTestStepResult(results)),
    ms: results.reduce((sum, result) => sum + ms(result), 0),
    ...(!steps.every(isSilent) && { steps }),
    ...(loud.length > 0 && { hooks: loud }),
  };
};
