// Graphics: their definition, and the texts of their fields.
import { describe, expect, it } from 'vitest';
import { fieldTexts, graphicOf, GraphicDefinitions, maxFields } from '../../../domain/studio/graphic.js';
import { recordsOf } from '../../../domain/studio/records.js';
import type { VariableDefinition } from '../../../domain/studio/variable.js';

const lowerThird = { scene: 'full', template: 'shows/lower third', fields: { headline: 'Headline', live: 'VAR-2' } };

const variable = (id: string, name: string): VariableDefinition => ({
  id,
  name,
  station: 'alpha',
  type: 'STRING',
  value: null,
});

const variables = recordsOf('variable', [variable('var-1', 'Headline'), variable('var-2', 'ShowLive')], {
  others: ({ name }) => [name],
});

describe('a graphic', () => {
  it('names a scene, a template, and the variable of each field', () => {
    expect(GraphicDefinitions.is([lowerThird])).toBe(true);
    expect(GraphicDefinitions.is([{ ...lowerThird, outMs: 500 }])).toBe(true);
  });

  it('has only a template below the template folder, and an outMs of up to 10 s', () => {
    for (const template of ['../x', 'http://host/x', '/x', 'a"b', 'a\\b', ''])
      expect(GraphicDefinitions.is([{ ...lowerThird, template }])).toBe(false);
    expect(GraphicDefinitions.is([{ ...lowerThird, outMs: 10_001 }])).toBe(false);
  });

  it('has at most 100 fields with plain names', () => {
    for (const name of ['1st', 'a b', '', 'ä', 'a'.repeat(65)])
      expect(GraphicDefinitions.is([{ ...lowerThird, fields: { [name]: 'Headline' } }])).toBe(false);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index)}`, 'Headline']));
    expect(GraphicDefinitions.is([{ ...lowerThird, fields: many(maxFields) }])).toBe(true);
    expect(GraphicDefinitions.is([{ ...lowerThird, fields: many(maxFields + 1) }])).toBe(false);
  });

  it('is the only one of its scene', () => {
    expect(GraphicDefinitions.is([lowerThird, { ...lowerThird, scene: 'FULL' }])).toBe(false);
    expect(graphicOf({ graphics: [lowerThird] }, 'full')).toBe(lowerThird);
    expect(graphicOf({ graphics: [lowerThird] }, 'left')).toBeUndefined();
    expect(graphicOf({}, 'full')).toBeUndefined();
  });
});

describe('the texts of a graphic', () => {
  it('are the plain values of its variables, found by id or name', () => {
    const values = { 'var-1': 'Flood', 'var-2': true };
    expect(fieldTexts(lowerThird, variables, values)).toEqual({ headline: 'Flood', live: '1' });
  });

  it('are empty for unset variables, and for those that the station does not have', () => {
    expect(fieldTexts(lowerThird, variables, { 'var-1': null })).toEqual({ headline: '', live: '' });
    expect(fieldTexts(lowerThird, recordsOf<VariableDefinition>('variable', []), {})).toEqual({
      headline: '',
      live: '',
    });
  });
});
