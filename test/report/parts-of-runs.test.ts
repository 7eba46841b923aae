// How the report unites parts of a driver's run, and what it keeps of attempts and earlier runs.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../features/report/collector.js';
import type { Scenario, ScenarioResult, Status } from '../../features/report/model.js';
import { durationOf } from '../../features/report/page/results.js';
import { addResults, readAllResults } from '../../features/report/results.js';
import { keepTests, readTestResults } from '../../features/report/test-results.js';

const at = (day: number): string => `2026-01-0${String(day)}T00:00:00.000Z`;
const result = (status: Status, ms = 1): ScenarioResult => ({ status, at: at(1), ms });

it('a driver whose run has parts ended with the newest of them, and failed with each', () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'parts-'));
  const part = (file: string, day: number, scenario: string): void => {
    const run = { name: 'd', title: `Day ${String(day)}`, at: at(day), failures: [`failure ${String(day)}`] };
    addResults(temporary.path, file, { ...run, scenarios: { [scenario]: result('passed') } }, new Set([scenario]));
  };
  part('d-1', 2, 'a');
  part('d-2', 3, 'b');
  part('d-3', 1, 'c');
  const [united, ...others] = readAllResults(temporary.path);
  expect(others).toEqual([]);
  expect(united).toMatchObject({ title: 'Day 3', at: at(3) });
  expect(united?.failures.toSorted()).toEqual(['failure 1', 'failure 2', 'failure 3']);
  expect(Object.keys(united?.scenarios ?? {}).toSorted()).toEqual(['a', 'b', 'c']);
});

it('a scenario took as long as with its slowest driver', () => {
  const scenario = { results: { one: result('passed', 5), two: result('passed', 9) } } as unknown as Scenario;
  const none = { results: {} } as unknown as Scenario;
  expect([durationOf(scenario, ''), durationOf(scenario, 'one'), durationOf(none, '')]).toEqual([9, 5, 0]);
});

describe('an attempt that is repeated', () => {
  const pickle = { id: 'p', uri: 'a.feature', name: 'A', steps: [], tags: [], astNodeIds: [], language: 'en' };
  const attempt = (id: string, status: string, willBeRetried: boolean): readonly object[] => [
    { testCaseStarted: { id, testCaseId: 'c', attempt: 0, timestamp: { seconds: 0, nanos: 0 } } },
    {
      testStepFinished: {
        testCaseStartedId: id,
        testStepId: 's',
        testStepResult: { status, duration: { seconds: 0, nanos: 2_000_000 } },
      },
    },
    { testCaseFinished: { testCaseStartedId: id, willBeRetried } },
  ];
  const collected = (...attempts: readonly (readonly object[])[]) => {
    const collector = new Collector();
    const testCase = { id: 'c', pickleId: 'p', testSteps: [{ id: 's', pickleStepId: 'x' }] };
    for (const message of [{ pickle }, { testCase }, ...attempts.flat()]) collector.add(message);
    return Object.values(collector.results(at(1)));
  };

  it('counts only with its last result', () => {
    expect(collected(attempt('1', 'FAILED', true))).toEqual([]);
    expect(collected(attempt('1', 'FAILED', true), attempt('2', 'PASSED', false))).toEqual([
      { status: 'passed', ms: 2, at: at(1) },
    ]);
    expect(collected(attempt('1', 'FAILED', false))).toMatchObject([
      { status: 'failed', steps: [{ status: 'failed' }] },
    ]);
  });
});

it('a file of tests that can not run keeps its tests, and drops them once it runs without them', () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'parts-'));
  const passed = { status: 'passed', ms: 1, at: at(1) } as const;
  const test = { title: 't', rules: ['A-1'] };
  const keep = (more: object) => {
    keepTests(temporary.path, { file: 'test/a.test.ts', at: at(2), tests: [], ...more });
    return readTestResults(temporary.path);
  };
  expect(keep({})).toEqual([]);
  expect(keep({ tests: [{ ...test, result: passed }] })).toMatchObject([{ tests: [{ ...test, ...passed }] }]);
  expect(keep({ failure: 'No module.' })).toMatchObject([{ failure: 'No module.', tests: [{ ...test, ...passed }] }]);
  expect(keep({ tests: [test] })).toMatchObject([{ tests: [{ ...test, ...passed }] }]);
  expect(keep({})).toMatchObject([{ tests: [] }]);
});
