// Mutation testing of a change: its lines, their areas, and what a time limit leaves out.
import { describe, expect, it } from 'vitest';
import { areaNamed, areaOf, areas, filesOf } from './areas.js';
import { rangesIn } from './changed-lines.js';
import { countResults, describeResult, untested } from './results.js';
import { evenSample, linesOf } from './sample.js';
import { isLow } from './score.js';

const diff = `diff --git a/domain/csv.ts b/domain/csv.ts
--- a/domain/csv.ts
+++ b/domain/csv.ts
@@ -3 +3 @@ import
-const a = 1;
+const a = 2;
@@ -10,2 +9,0 @@
-const removed = 1;
-const gone = 2;
@@ -20,0 +19,4 @@
+const added = 1;
diff --git a/domain/new.ts b/domain/new.ts
--- /dev/null
+++ b/domain/new.ts
@@ -0,0 +1,7 @@
+export const one = 1;
`;

describe('the lines of a change', () => {
  it('are those that it has changed or added', () => {
    expect(rangesIn(diff)).toEqual(['domain/csv.ts:3-3', 'domain/csv.ts:19-22', 'domain/new.ts:1-7']);
    expect(rangesIn('')).toEqual([]);
  });

  it.each([
    ['domain/csv.ts', 'domain'],
    ['domain/access/permission.ts', 'domain-access'],
    ['application/calls/request-log.ts', 'application'],
    ['application/console/find/studio-records.ts', 'console'],
    ['application/api/dispatch.ts', 'access'],
    ['adapters/drivers/casparcg/osc.ts', 'casparcg'],
    ['adapters/cloud/backoff.ts', 'cloud'],
    ['simulator/modbus/face.ts', 'simulator'],
    ['simulator/page/main.ts', undefined],
    ['adapters/http/server/server.ts', undefined],
    ['domain/README.md', undefined],
  ])('of %s belong to the area %s', (file, area) => {
    expect(areaOf(file)?.name).toBe(area);
  });

  it('belong to no area of another name', () => {
    expect(() => areaNamed('domains')).toThrow('area: expected one of domain-access, domain, console, ');
  });
});

describe('the results of a run', () => {
  const planned = (id: string, file: string) => JSON.stringify({ planned: id, file });
  const tested = (id: string, status: string) => JSON.stringify({ tested: id, file: 'a.ts', status });

  it('count what was tested, and name what a time limit has left out', () => {
    const lines = [
      ...['1', '2', '3', '4'].map((id) => planned(id, 'a.ts')),
      ...['5', '6'].map((id) => planned(id, 'b.ts')),
      ...[tested('1', 'Killed'), tested('2', 'Survived'), tested('3', 'Timeout'), tested('4', 'CompileError')],
    ];
    const results = countResults([...lines, '']);
    expect(results).toEqual({ tested: 3, noticed: 2, leftOut: ['2 changes of b.ts'] });
    expect(describeResult('domain', results, 90).split('\n')).toEqual([
      'mutation testing of domain: 2 of 3 changes noticed (66.7 %)',
      '  left out after 90 s: 2 changes of b.ts',
    ]);
  });

  it('name the lines that the time limit did not leave time to plan', () => {
    expect(describeResult('cloud', untested(['adapters/cloud/poll.ts:1-9']), 90)).toBe(
      'mutation testing of cloud: 0 of 0 changes noticed\n  left out after 90 s: all changes of adapters/cloud/poll.ts:1-9',
    );
  });

  it('are none if nothing was planned', () => {
    expect(describeResult('domain', countResults([]), 90)).toBe('mutation testing of domain: 0 of 0 changes noticed');
  });
});

describe('the files of an area', () => {
  it('belong to no other area', () => {
    const files = areas.flatMap(filesOf);
    expect(new Set(files).size).toBe(files.length);
    expect(filesOf(areaNamed('application'))).toContain('application/calls/request-log.ts');
    expect(filesOf(areaNamed('application'))).not.toContain('application/api/dispatch.ts');
  });
});

describe('a sample of a large change', () => {
  const ranges = Array.from(
    { length: 100 },
    (_, index) => `${index < 50 ? 'a' : 'b'}.ts:${String(index)}1-${String(index)}9`,
  );

  it('contains every n-th range, of all files', () => {
    const sample = evenSample(ranges, 100);
    expect(linesOf(ranges)).toBe(900);
    expect(linesOf(sample)).toBe(108);
    expect(sample.filter((range) => range.startsWith('b')).length).toBe(6);
  });

  it('is the whole of a small change, or without a limit', () => {
    expect(evenSample(ranges, 900)).toEqual(ranges);
    expect(evenSample(ranges, Infinity)).toEqual(ranges);
    expect(evenSample([], 10)).toEqual([]);
  });
});

describe('a score', () => {
  const whole = { leftOut: [] };
  const part = { leftOut: ['3 changes of a.ts'] };

  it.each([
    [{ ...whole, tested: 5, noticed: 2 }, true],
    [{ ...whole, tested: 5, noticed: 3 }, false],
    [{ ...whole, tested: 4, noticed: 0 }, false],
    [{ ...part, tested: 24, noticed: 0 }, false],
    [{ ...part, tested: 25, noticed: 14 }, true],
  ])('of changed lines %j is too low: %s', (results, expected) => {
    expect(isLow(results)).toBe(expected);
  });

  it('of a whole area is compared with that of the area', () => {
    expect(isLow({ ...whole, tested: 100, noticed: 89 }, 90)).toBe(true);
    expect(isLow({ ...whole, tested: 100, noticed: 90 }, 90)).toBe(false);
  });
});
