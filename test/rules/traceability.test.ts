// Every sentence of the specification leads to a rule and every rule comes from a sentence or a decision; the document that
// lists them is up to date.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentPath, makeDocument } from '../../features/rules/document.js';
import { readRuleGroups, readRules, type Rule } from '../../features/rules/rules.js';
import { readDecisionNames, readSpecification } from '../../features/rules/specification.js';
import { subjects } from '../../features/rules/subjects.js';
import { originsOf, untraced } from '../../features/rules/traceability.js';
import { documents, readDocument } from '../docs/documents.js';

const sentences = readSpecification().flatMap((part) => part.sentences.map(({ id }) => id));

describe('The specification', () => {
  it('leads to rules, and all rules come from it or from a decision', () => {
    const decisions = readDecisionNames();
    expect(untraced({ sentences, decisions, rules: readRules() })).toEqual([]);
    expect(sentences.length).toBeGreaterThan(200);
  });

  it.each(readSpecification().map((part, index) => ({ ...part, number: index + 1 })))(
    'numbers the sentences of part $number by it',
    ({ number, sentences }) => {
      for (const { id, text } of sentences) {
        expect(id).toMatch(new RegExp(`^S${String(number)}\\.[1-9]\\d*$`));
        expect(text).toMatch(/^\S.+[.)]$/);
      }
    },
  );

  it('uses every decision: a rule names it, or a document links to it', () => {
    const named = new Set(readRules().flatMap((rule) => originsOf(rule).map(({ id }) => id)));
    const texts = documents.filter((file) => !file.startsWith('docs/decisions/')).map(readDocument);
    const unused = readDecisionNames().filter(
      (name) => !named.has(name) && !texts.some((text) => text.includes(`decisions/${name}.md`)),
    );
    expect(unused).toEqual([]);
  });

  it('has every decision in the index', () => {
    const index = readDocument('docs/decisions/README.md');
    expect(readDecisionNames().filter((name) => !index.includes(`](${name}.md)`))).toEqual([]);
  });

  it('has every file of rules in one subject', () => {
    const files = subjects.flatMap((subject) => subject.files);
    expect(files.toSorted()).toEqual(
      readRuleGroups()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it(`is what ${documentPath} contains; "npm run rules:document" writes it`, () => {
    const document = readFileSync(resolve(import.meta.dirname, '../..', documentPath), 'utf8');
    expect(document === makeDocument()).toBe(true);
  });
});

describe('The check of rules against the specification', () => {
  const rule = (id: string, from: string): Rule => ({ id, from, rule: 'It holds.' });
  const matching = {
    sentences: ['S1.1', 'S1.2'],
    decisions: ['tally'],
    rules: [rule('A-1', 'S1.1, S1.2'), rule('A-2', 'decision tally')],
  };

  it('reports nothing when they match', () => {
    expect(untraced(matching)).toEqual([]);
  });

  it.each([
    ['a sentence without a rule', { sentences: ['S1.1', 'S1.2', 'S1.3'] }, 'S1.3 has no rule'],
    ['a duplicate sentence', { sentences: ['S1.1', 'S1.2', 'S1.1'] }, 'S1.1 is listed twice'],
    [
      'a sentence that does not exist',
      { rules: [...matching.rules, rule('A-3', 'S9.9')] },
      'A-3 comes from sentence "S9.9", which doesn\'t exist',
    ],
    [
      'a decision that does not exist',
      { rules: [...matching.rules, rule('A-3', 'S1.1, decision nothing')] },
      'A-3 comes from decision "nothing", which doesn\'t exist',
    ],
    ['a rule without an origin', { rules: [...matching.rules, rule('A-3', '')] }, 'A-3 comes from sentence "", which'],
  ])('reports %s', (_, changes, mismatch) => {
    expect(untraced({ ...matching, ...changes })).toEqual([expect.stringContaining(mismatch)]);
  });
});
