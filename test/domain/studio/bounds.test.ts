// Bounds of a studio: too many records of a kind are reported alone, and nothing of them is decoded or checked.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { findExceededBounds, maxNestedRecords, maxRecords } from '../../../domain/studio/bounds.js';
import { BankDefinition } from '../../../domain/studio/clip.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { findBrokenReferences } from '../../../domain/studio/references.js';

const many = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));

const issuesIn = (input: unknown): string => formatIssues(findExceededBounds(input));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a studio', () => {
  it.each([
    ...['connections', 'stations', 'signals', 'cameras', 'outputs'],
    ...['banks', 'variables', 'macros', 'automations', 'panels'],
  ])('may have 2,000 %s, and no more', (kind) => {
    expect(issuesIn({ [kind]: many(maxRecords) })).toBe('');
    expect(issuesIn({ [kind]: many(maxRecords + 1) })).toBe(`${kind}: expected at most 2000 entries, got 2001`);
  });

  it('may have 20,000 buttons on all pages of its panels, and no more', () => {
    const panels = (...counts: number[]) => ({
      panels: counts.map((count) => ({ pages: [{ buttons: many(count) }] })),
    });
    expect(issuesIn(panels(maxNestedRecords - 1, 1))).toBe('');
    expect(issuesIn(panels(maxNestedRecords, 1))).toBe('panels: expected at most 20000 buttons altogether, got 20001');
  });

  it.each([
    ['clips', ['banks'], 'banks'],
    ['steps', ['macros', 'automations'], 'macros and automations'],
    ['scenes', ['outputs'], 'outputs'],
    ['graphics', ['outputs'], 'outputs'],
    ['angles', ['cameras'], 'cameras'],
    ['shownBy', ['cameras'], 'cameras'],
  ])('may have 20,000 %s in all %j together, and no more', (list, owners, path) => {
    const studio = (count: number) =>
      Object.fromEntries(
        owners.map((owner) => [owner, [{ [list]: many(10_000 / owners.length) }, { [list]: many(count) }]]),
      );
    expect(issuesIn(studio(10_000 / owners.length))).toBe('');
    expect(issuesIn(studio(10_001 / owners.length + 1))).toMatch(
      `${path}: expected at most ${String(maxNestedRecords)} ${list} altogether, got 2000`,
    );
  });

  it('may have 2,000 destinations of tallies with 20,000 displays together, and no more', () => {
    const tally = (count: number, displays: number) => ({
      tally: { destinations: [{ displays: many(displays) }, ...many(count - 1)] },
    });
    expect(issuesIn(tally(maxRecords, maxNestedRecords))).toBe('');
    expect(issuesIn(tally(maxRecords + 1, maxNestedRecords + 1))).toBe(
      'tally.destinations: expected at most 2000 entries, got 2001; ' +
        'tally.destinations: expected at most 20000 displays altogether, got 20001',
    );
  });

  it('with too many records is reported for that alone', () => {
    expect(readStudioLayout({ stations: many(maxRecords + 1), signals: 'none' })).toEqual(
      E.left([{ path: 'stations', expected: 'at most 2000 entries', got: '2001' }]),
    );
  });
});

describe('checking references', () => {
  it('reads each bank once, however many steps there are', () => {
    const decode = vi.spyOn(BankDefinition, 'decode');
    const banks = ['news', 'music'].map((key) => ({ key, name: key, clips: [] }));
    const steps = Array.from({ length: 1_000 }, () => ({ play: { output: 'out-1', scene: 'full', clip: 'opener' } }));
    expect(findBrokenReferences({ banks, macros: [{ steps }] })).toHaveLength(2_000);
    expect(decode).toHaveBeenCalledTimes(2);
  });

  it('lists the first 20 records that a reference may name', () => {
    const stations = Array.from({ length: 23 }, (_, at) => ({ id: `s${String(at)}` }));
    const [issue] = findBrokenReferences({ stations, holder: 'nobody' });
    expect(issue?.expected).toMatch(/^the id of a station \(s0, .*, s19, and 3 more\)$/);
  });

  it('takes the first of two records with the same id, and none without an id', () => {
    const outputs = [{ scenes: ['x'] }, { id: 'out-1', scenes: ['left'] }, { id: 'out-1', scenes: ['right'] }];
    const steps = ['left', 'right'].map((scene) => ({ play: { output: 'out-1', scene } }));
    expect(formatIssues(findBrokenReferences({ outputs, macros: [{ steps }] }))).toBe(
      'macros[0].steps[1].play.scene: expected a scene of the output (left), got "right"',
    );
  });
});
