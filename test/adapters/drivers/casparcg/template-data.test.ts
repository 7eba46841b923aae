// Any text reaches a template: the data are read as a server reads them, by an independent model of its tokenizer and of
// the call that it makes, which a real engine of JavaScript executes.
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLine, updateLine } from '../../../../adapters/drivers/casparcg/graphic-commands.js';
import { escapesBackslashes } from '../../../../adapters/drivers/casparcg/template-data.js';
import { splitLine } from '../../../../simulator/casparcg/amcp-line.js';
import { receivedTexts } from '../../../../simulator/casparcg/template-page.js';

const address = { channel: 1, layer: 20 };

/** How far a line was read. */
interface Reading {
  readonly tokens: readonly string[];
  readonly token: string;
  readonly isQuoted: boolean;
  readonly isEscaped: boolean;
  readonly depth: number;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n' };

const ended = (reading: Reading): Reading => ({
  ...reading,
  tokens: [...reading.tokens, reading.token],
  token: '',
});

const readQuote = (reading: Reading): Reading => {
  const turned = { ...reading, isQuoted: !reading.isQuoted };
  return turned.isQuoted ? turned : ended(turned);
};

const bracketDepth: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

const readPlain = (reading: Reading, character: string): Reading => ({
  ...reading,
  token: reading.token + character,
  depth: reading.depth + (reading.isQuoted ? 0 : (bracketDepth[character] ?? 0)),
});

const readBlank = (reading: Reading): Reading => (reading.token === '' ? reading : ended(reading));

const read = (reading: Reading, character: string): Reading => {
  const { token, isQuoted, isEscaped, depth } = reading;
  if (isEscaped) return { ...reading, token: token + (escapes[character] ?? ''), isEscaped: false };
  if (character === '\\') return { ...reading, isEscaped: true };
  if (character === '"' && depth === 0) return readQuote(reading);
  return character === ' ' && !isQuoted && depth === 0 ? readBlank(reading) : readPlain(reading, character);
};

/** Reads a line character by character, as CasparCG does: escapes first, then quotes, blanks and brackets. */
const tokens = (line: string): readonly string[] => {
  const start: Reading = { tokens: [], token: '', isQuoted: false, isEscaped: false, depth: 0 };
  return readBlank(Array.from(line).reduce(read, start)).tokens;
};

const trimmed = (text: string): string => text.replace(/^[ "]+/, '').replace(/[ "]+$/, '');

/** The script that a version calls the template with. */
const scripts: Readonly<Record<string, (data: string) => string>> = {
  '2.5.0 69e8ad552 Stable': (data) => `update("${trimmed(data).replaceAll('"', '\\"')}")`,
  '2.6.0 Dev': (data) =>
    `update("${trimmed(data)
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\"')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
      .replaceAll('\t', '\\t')}")`,
};

const values: unknown[] = [];

const page = createContext({ update: (json: string) => values.push(JSON.parse(json)) });

/** Runs the script in a page, and returns every value that its `update` received. Anything else fails. */
const received = (script: string): readonly unknown[] => {
  values.length = 0;
  runInContext(script, page);
  return [...values];
};

const special = fc.constantFrom(
  ...[
    '"',
    '\\',
    '\\"',
    '\\\\',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u007f',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ud83d',
    '\udc00',
    '🌊',
  ],
  ...[
    '");alert(1);//',
    "'",
    '(',
    ')',
    '{',
    '}',
    '<',
    '</script>',
    '%1%',
    '${x}',
    '`',
    '\\u0022',
    '\\n',
    ' ',
    'é',
    '東',
  ],
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xff_ff }).map((unit) => String.fromCharCode(unit)) }),
  fc.array(fc.oneof(special, fc.string({ maxLength: 3 })), { maxLength: 20 }).map((parts) => parts.join('')),
);

const anyTexts = fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,9}$/), anyText, { maxKeys: 5 });

const cases = Object.keys(scripts).flatMap((version) => [
  { version, command: 'ADD', line: (texts: Record<string, string>) => addLine(address, 'lower third', texts, version) },
  { version, command: 'UPDATE', line: (texts: Record<string, string>) => updateLine(address, texts, version) },
]);

const runs = { numRuns: Number(process.env['TEXTS'] ?? 500) };

/** Compares own fields, so that a field named `__proto__` counts as well. */
const entriesOf = (texts: unknown): readonly unknown[] => Object.entries(texts as object);

describe.each(cases)('@GRAPHIC-9: CG $command for CasparCG $version', ({ version, command, line }) => {
  it('brings any text to the template, as one call', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const words = tokens(line(texts));
        const parameters = command === 'ADD' ? ['0', 'lower third', '1'] : ['0'];
        expect(words.slice(0, -1)).toEqual(['CG', '1-20', command, ...parameters]);
        const arrived = received(scripts[version]?.(words.at(-1) ?? '') ?? '');
        expect(arrived.map(entriesOf)).toEqual([entriesOf(texts)]);
      }),
      runs,
    );
  });

  it('is one line of printable ASCII', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        expect(line(texts)).toMatch(/^[\x20-\x7e]+$/);
      }),
      runs,
    );
  });

  it('reaches the template of a simulated server too', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const data = splitLine(line(texts)).at(-1) ?? '';
        expect(entriesOf(receivedTexts(data, version))).toEqual(entriesOf(texts));
      }),
      runs,
    );
  });
});

describe('the version of a server', () => {
  it.each([
    ['2.5.0 69e8ad552 Stable', false],
    ['2.3.2 28eebd92 Stable', false],
    ['', false],
    ['nightly', false],
    ['2.6.0 Dev', true],
    ['2.10.1', true],
    ['3.0.0', true],
    ['1.9.9', false],
  ])('"%s" escapes backslashes: %s', (version, expected) => {
    expect(escapesBackslashes(version)).toBe(expected);
  });
});
