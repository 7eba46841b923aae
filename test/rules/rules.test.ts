// The list of rules and the scenarios agree, and the check that says so bites.
import { describe, expect, it } from 'vitest';
import { disagreements } from '../../features/rules/coverage.js';
import { readPending, readRules, readTags, type Rule, type Tag } from '../../features/rules/rules.js';

const rule = (id: string): Rule => ({ id, from: 'spec 1', rule: 'It holds.' });
const tag = (name: string): Tag => ({ name, file: 'some.feature' });

describe('The list of rules', () => {
  it('agrees with the scenarios', () => {
    expect(disagreements({ rules: readRules(), pending: readPending(), tags: readTags() })).toEqual([]);
  });

  it('is there, and so are the scenarios', () => {
    expect(readRules().length).toBeGreaterThan(250);
    expect(readTags().length).toBeGreaterThan(250);
  });

  it('tells every rule whole', () => {
    for (const { id, from, rule } of readRules()) {
      expect(id).toMatch(/^[A-Z]+(-[A-Z]+)*-\d+$/);
      expect(from).toMatch(/^(spec|decisions) /);
      expect(rule).toMatch(/^\S.+\.$/);
    }
  });
});

describe('The check', () => {
  const sound = { rules: [rule('A-1'), rule('A-2')], pending: ['A-2'], tags: [tag('A-1')] };

  it.each([
    ['a tag that names no rule', { tags: [tag('A-1'), tag('A-9')] }, 'some.feature is tagged @A-9, which is no rule'],
    ['a rule without scenario', { pending: [] }, "A-2 has no scenario and isn't pending"],
    [
      'a pending rule with scenario',
      { pending: ['A-1', 'A-2'] },
      'A-1 is pending and has a scenario: take it off the list',
    ],
    ['a pending id that is no rule', { pending: ['A-2', 'A-9'] }, 'A-9 is pending and is no rule'],
    ['a rule that is there twice', { rules: [...sound.rules, rule('A-1')] }, 'A-1 is there twice among the rules'],
    ['a pending id that is there twice', { pending: ['A-2', 'A-2'] }, 'A-2 is there twice among the pending rules'],
  ])('finds %s', (_, changes, fault) => {
    expect(disagreements({ ...sound, ...changes })).toEqual([fault]);
  });

  it('finds nothing where all is well, and knows the tags that name no rule', () => {
    expect(disagreements({ ...sound, tags: [...sound.tags, tag('simulator')] })).toEqual([]);
  });
});
