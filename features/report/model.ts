// What the report shows: the specification, its rules, the scenarios, and their results with each driver.

/** How a step or a scenario ended; `undefined`, `ambiguous` and `pending` count as failures. */
export type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'undefined' | 'ambiguous' | 'unknown';

/** What a step or a hook attached. */
export interface Attached {
  readonly mediaType: string;
  readonly body: string;
  readonly base64: boolean;
  readonly fileName?: string;
}

/** How a step or a hook ended. */
export interface StepResult {
  readonly status: Status;
  /** Duration, in milliseconds. */
  readonly ms: number;
  readonly message?: string;
  readonly attached?: readonly Attached[];
}

/** How a scenario ended in its last attempt. */
export interface ScenarioResult {
  readonly status: Status;
  /** The end of the run that it was part of, in ISO-8601. */
  readonly at: string;
  /** Duration, in milliseconds. */
  readonly ms: number;
  /** Results of the steps in their order. Absent if all passed and attached nothing. */
  readonly steps?: readonly StepResult[];
  /** Hooks that didn't pass or attached something. */
  readonly hooks?: readonly StepResult[];
}

/** A step as it is written, with the values of its row. */
export interface Step {
  readonly keyword: string;
  readonly text: string;
  readonly table?: readonly (readonly string[])[];
  readonly docString?: string;
}

/** A scenario, or one row of an outline. */
export interface Scenario {
  /** Index in {@link Report.features}. */
  readonly feature: number;
  /** The title of the Gherkin rule that contains it, or empty. */
  readonly heading: string;
  readonly name: string;
  readonly line: number;
  readonly tags: readonly string[];
  /** Indexes in {@link Report.steps}. */
  readonly steps: readonly number[];
  /** By the name of the driver. */
  readonly results: Readonly<Record<string, ScenarioResult>>;
}

/** A file of features. */
export interface FeatureFile {
  readonly file: string;
  readonly name: string;
  readonly description: string;
}

/** How scenarios were run, such as in one process or over a protocol. */
export interface DriverRun {
  readonly name: string;
  readonly title: string;
  /** The end of its last run, in ISO-8601. */
  readonly at: string;
  /** Why a run failed as a whole. */
  readonly failures: readonly string[];
}

/** How a test that names rules ended when it last ran; `unknown` if it never ran. */
export interface TestResult {
  readonly title: string;
  /** Ids of the rules that the title names. */
  readonly rules: readonly string[];
  readonly status: Status;
  /** Duration, in milliseconds. */
  readonly ms: number;
  /** The end of the run, in ISO-8601; empty if the test never ran. */
  readonly at: string;
  /** Why it failed. */
  readonly message?: string;
}

/** A file of tests with the results of those that name rules. */
export interface TestFile {
  /** As `test/journeys/many-connections.test.ts`. */
  readonly file: string;
  /** The end of its last run, in ISO-8601; empty if the file never ran. */
  readonly at: string;
  readonly tests: readonly TestResult[];
  /** Why the file couldn't run. */
  readonly failure?: string;
}

/** A rule with what proves it. */
export interface ProvenRule {
  readonly id: string;
  readonly text: string;
  /** Ids of sentences, and decisions as `decision tally`. */
  readonly from: readonly string[];
  /** Indexes in {@link Report.scenarios}. */
  readonly scenarios: readonly number[];
  /** Files of tests whose titles name the rule, each with its tests of the rule; without any if it never ran. */
  readonly tests: readonly TestFile[];
}

/** A sentence of the specification, or a decision of the project, with its rules. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly rules: readonly string[];
}

export interface RequirementGroup {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** All that the report's page shows. */
export interface Report {
  /** When the report was made, in ISO-8601. */
  readonly made: string;
  readonly drivers: readonly DriverRun[];
  readonly groups: readonly RequirementGroup[];
  readonly rules: readonly ProvenRule[];
  readonly features: readonly FeatureFile[];
  readonly scenarios: readonly Scenario[];
  readonly steps: readonly Step[];
}
