// The list of rules and the scenarios match, and the check finds every kind of mismatch.
import { describe, expect, it } from 'vitest';
import { mismatches } from '../../features/rules/coverage.js';
import { readPending, readRules, readTags, type Rule, type Tag } from '../../features/rules/rules.js';

const rule = (id: string): Rule => ({ id, from: 'S1.1', rule: 'It holds.' });
const tag = (name: string): Tag => ({ name, file: 'some.feature' });

describe('The list of rules', () => {
  it('matches the scenarios', () => {
    expect(mismatches({ rules: readRules(), pending: readPending(), tags: readTags() })).toEqual([]);
  });

  it('is not empty, and there are scenarios', () => {
    expect(readRules().length).toBeGreaterThan(250);
    expect(readTags().length).toBeGreaterThan(250);
  });

  it('has an id, an origin and a sentence for every rule', () => {
    for (const { id, from, rule } of readRules()) {
      expect(id).toMatch(/^[A-Z]+(-[A-Z]+)*-\d+$/);
      expect(from).toMatch(/^(S\d+\.\d+|decision [a-z-]+)(, (S\d+\.\d+|decision [a-z-]+))*$/);
      expect(rule).toMatch(/^\S.+\.$/);
    }
  });
});

describe('The check of rules against scenarios', () => {
  const matching = { rules: [rule('A-1'), rule('A-2')], pending: ['A-2'], tags: [tag('A-1')] };

  it.each([
    [
      'a tag that is not a rule',
      { tags: [tag('A-1'), tag('A-9')] },
      'some.feature has the tag @A-9, which is not a rule',
    ],
    ['a rule without scenario', { pending: [] }, 'A-2 has no scenario and is not pending'],
    [
      'a pending rule with scenario',
      { pending: ['A-1', 'A-2'] },
      'A-1 has a scenario: remove it from the pending rules',
    ],
    ['a pending id that is not a rule', { pending: ['A-2', 'A-9'] }, 'A-9 is pending and is not a rule'],
    ['a duplicate rule', { rules: [...matching.rules, rule('A-1')] }, 'A-1 is listed twice among the rules'],
    ['a duplicate pending id', { pending: ['A-2', 'A-2'] }, 'A-2 is listed twice among the pending rules'],
  ])('reports %s', (_, changes, mismatch) => {
    expect(mismatches({ ...matching, ...changes })).toEqual([mismatch]);
  });

  it('reports nothing when rules and tags match, and accepts tags that name no rule', () => {
    expect(mismatches({ ...matching, tags: [...matching.tags, tag('simulator')] })).toEqual([]);
  });
});
