import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editedYaml } from '../../../infra/studio-file/edited-yaml.js';

type Studio = Record<string, unknown>;

const example = readFileSync(join(import.meta.dirname, '../../../infra/studio-file/example-studio.yaml'), 'utf8');

const written = `# The studio of the church.
name: "Church"   # as people call it
signals: # all lamps
- id: lamp
  # the relay above the door
  identifier: 'red-light'
  name: Red light

- { id: bell,  identifier: bell, name: Bell } # rings
# at the end
cameras: []
outputs:
    - id: out
      scenes: [full, wide] # two
      player: { connection: a,
        channel: 1 } # first channel
text: |
  two
  lines
status: off_air`;

const lines = (text: string): readonly string[] => text.split('\n');

/** Edits a text, and returns its lines without those that stayed. */
const newLines = (text: string, change: (studio: never) => unknown): readonly string[] => {
  const value = change(parse(text) as never) as Studio;
  const edited = editedYaml(text, value);
  expect(parse(edited)).toEqual(value);
  const before = lines(text);
  return lines(edited).filter((line) => !before.includes(line));
};

interface Written {
  readonly name: string;
  readonly signals: readonly { readonly id: string }[];
  readonly outputs: readonly { readonly id: string; readonly player: object }[];
}

describe('a studio file is edited where its value differs, and stays as it was written elsewhere', () => {
  it.each<readonly [what: string, change: (studio: Written) => object, expected: readonly string[]]>([
    ['a quoted text', (all) => ({ ...all, name: 'Hall' }), ['name: "Hall"   # as people call it']],
    ['a plain text that has to be quoted', (all) => ({ ...all, status: '*' }), ['status: "*"']],
    ['a text of several lines', (all) => ({ ...all, text: 'one\n: two' }), ['text: "one\\n: two"']],
    [
      'a number of a flow record',
      ({ outputs: [out], ...all }) => ({ ...all, outputs: [{ ...out, player: { connection: 'a', channel: 2 } }] }),
      ['        channel: 2 } # first channel'],
    ],
    [
      'a list in one line',
      ({ outputs: [out], ...all }) => ({ ...all, outputs: [{ ...out, scenes: ['full'] }] }),
      ['      scenes: [full] # two'],
    ],
    ['an empty list that gets an entry', (all) => ({ ...all, cameras: [{ id: 'one' }] }), ['cameras:', '  - id: one']],
    ['a removed field', ({ name: _, ...all }) => all, []],
    ['a removed record', (all) => ({ ...all, signals: all.signals.slice(1) }), []],
    ['all records removed', (all) => ({ ...all, signals: [] }), ['signals: [] # all lamps']],
    ['records in another order', (all) => ({ ...all, signals: all.signals.toReversed() }), []],
    [
      'a further record',
      (all) => ({ ...all, signals: [...all.signals, { id: 'x', name: 'X' }] }),
      ['- id: x', '  name: X'],
    ],
    ['a further section', (all) => ({ ...all, stations: [{ id: 'a' }] }), ['stations:', '  - id: a']],
    [
      'a further field of a record',
      (all) => ({ ...all, signals: [{ ...all.signals[0], line: { unit: 1 } }, all.signals[1]] }),
      ['  line:', '    unit: 1'],
    ],
  ])('%s', (_what, change, expected) => {
    expect(newLines(written, change)).toEqual(expected);
  });

  it('keeps the comments of what moves, however the order changes', () => {
    const reversed = parse(written) as Written;
    expect(editedYaml(written, { ...reversed, signals: reversed.signals.toReversed() })).toContain(
      'signals: # all lamps\n- { id: bell,  identifier: bell, name: Bell } # rings\n- id: lamp\n  # the relay above the door\n',
    );
  });

  it('writes sections with anchors anew, with their comments', () => {
    const text = '# top\na: &one { x: 1 }\nb: *one\nc:   3 # last\n';
    expect(newLines(text, () => ({ a: { x: 1 }, b: { x: 2 }, c: 3 }))).toEqual(['b:', '  x: 2', 'c: 3 # last']);
  });

  it('writes an empty file whole', () => {
    expect(editedYaml('\n', { a: [1] })).toBe('a:\n  - 1\n');
  });

  it('becomes any value that is asked for, from any text', () => {
    const name = fc.constantFrom('id', 'name', 'x y', 'a:', '1', '#', 'on');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('fields'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      fields: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }));
    const studio = fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(studio, studio, fc.boolean(), (before, after, isFlow) => {
        const text = editedYaml('', before);
        const commented = isFlow ? text : text.replaceAll('\n', ' # said\n');
        const from = parse(commented) === null ? text : commented;
        expect(parse(editedYaml(from, after))).toEqual(after);
      }),
    );
  });

  it('keeps every line of the example that a change does not concern', () => {
    const studio = parse(example) as Record<'signals' | 'banks' | 'macros', readonly Studio[]>;
    fc.assert(
      fc.property(fc.constantFrom('signals', 'banks', 'macros'), fc.nat(9), fc.string(), (kind, at, name) => {
        const records = studio[kind];
        const index = at % records.length;
        const changed = { ...studio, [kind]: records.map((one, place) => (place === index ? { ...one, name } : one)) };
        const edited = lines(editedYaml(example, changed));
        const differing = lines(example).filter((line, place) => line !== edited[place]);
        expect(differing.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
