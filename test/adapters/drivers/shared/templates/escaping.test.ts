// Values in templates, and texts in matches: whatever they contain, they stand for themselves.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedOsc, encodedOsc } from '../../../../../adapters/drivers/osc/osc-message.js';
import { filledOsc, matchesOsc } from '../../../../../adapters/drivers/osc/osc-template.js';
import { filledRequest, type RequestTemplate } from '../../../../../adapters/drivers/http/request-template.js';
import { filled } from '../../../../../adapters/drivers/shared/templates/placeholders.js';
import {
  matchesPattern,
  matchesText,
  ReceivedText,
  resemblesText,
} from '../../../../../adapters/drivers/shared/templates/text-match.js';
import { escapeFor } from '../../../../../adapters/drivers/shared/templates/text-protocol.js';

const numRuns = Number(process.env['DEVICE_FUZZ'] ?? 300);
const value = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const shown = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text));

const request = (template: RequestTemplate, preset: string | number) => {
  const result = filledRequest(template, { preset });
  if (E.isLeft(result)) throw new Error(result.left);
  return result.right;
};

describe('a value', () => {
  it('in a path is one segment, or one value of the query', () => {
    fc.assert(
      fc.property(
        value.filter((text) => text !== '.' && text !== '..'),
        (preset) => {
          const { pathname, searchParams } = new URL(request('/a/{preset}/b?c={preset}&d', preset).path, 'http://x');
          expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', preset, 'b']);
          expect([...searchParams]).toEqual([
            ['c', preset],
            ['d', ''],
          ]);
        },
      ),
      { numRuns },
    );
  });

  it.each(['.', '..'])('that would name another folder is refused: %s', (preset) => {
    expect(filledRequest('/a/{preset}', { preset })).toEqual(
      E.left(`the value of {preset} can't be written in its template: "${preset}"`),
    );
  });

  it('in JSON and in a form is a text, and a number where it stands alone', () => {
    fc.assert(
      fc.property(value, (preset) => {
        expect(JSON.parse(request({ path: '/', json: { a: ['{preset}', '<{preset}>'] } }, preset).body ?? '')).toEqual({
          a: [preset, `<${preset}>`],
        });
        expect([...new URLSearchParams(request({ path: '/', form: { a: '{preset}' } }, preset).body)]).toEqual([
          ['a', preset],
        ]);
      }),
      { numRuns },
    );
    expect(request({ path: '/', json: { recall: '{preset}' } }, 7)).toMatchObject({
      method: 'POST',
      body: '{"recall":7}',
    });
    expect(request({ path: '/', json: ['{preset}', 'p{preset}', '{preset}.', '{preset}{preset}'] }, 7)).toMatchObject({
      body: '[7,"p7","7.","77"]',
    });
  });

  it('in XML is no markup', () => {
    const template = { path: '/', text: '<a b="{preset}"/>', contentType: 'text/xml' };
    expect(request(template, '"><x>&\'').body).toBe('<a b="&quot;&gt;&lt;x&gt;&amp;&apos;"/>');
  });

  it('in a message never ends it, and never contains a control character', () => {
    fc.assert(
      fc.property(value, (preset) => {
        const message = filled('SAY {preset}', { preset }, escapeFor(';'));
        const isWritable = !preset.includes(';') && !/\p{Cc}/u.test(preset);
        expect(message).toEqual(isWritable ? E.right(`SAY ${preset}`) : expect.objectContaining({ _tag: 'Left' }));
      }),
      { numRuns },
    );
  });

  it('in a message of Latin-1 has no character that Latin-1 lacks: it would become another one, such as a line break', () => {
    const say = (preset: string) => filled('SAY {preset}', { preset }, escapeFor('\r\n', {}, 'latin1'));
    fc.assert(
      fc.property(shown, (preset) => {
        const written = say(preset);
        const isLatin = Buffer.from(preset, 'latin1').toString('latin1') === preset;
        expect(written).toEqual(isLatin ? E.right(`SAY ${preset}`) : expect.objectContaining({ _tag: 'Left' }));
      }),
      { numRuns },
    );
    expect(E.isLeft(say('\u010D\u010APOWR 0'))).toBe(true);
    expect(say('Grüße')).toEqual(E.right('SAY Grüße'));
  });

  it('whose replacement would end the message is refused', () => {
    const say = (preset: string) => filled('SAY {preset}', { preset }, escapeFor(';', { '§': ';', ';': ',' }));
    expect(say('a§b')).toEqual(E.left(`the value of {preset} can't be written in its template: "a§b"`));
    expect(say('a;b')).toEqual(E.right('SAY a,b'));
  });

  it('in a message is written as the device needs it', () => {
    expect(filled('SAY "{preset}"', { preset: 'a "b"\\' }, escapeFor('\n', { '"': '\\"', '\\': '\\\\' }))).toEqual(
      E.right('SAY "a \\"b\\"\\\\"'),
    );
  });

  it('in an OSC argument arrives as it is, and an address accepts no special characters', () => {
    fc.assert(
      fc.property(shown, (preset) => {
        const message = filledOsc({ address: '/a', args: ['{preset}', { float: 0.5 }, true] }, { preset });
        const received = E.isRight(message) ? decodedOsc(encodedOsc(message.right)) : [];
        expect(received.map(({ args }) => args.map(({ value: one }) => one))).toEqual([[preset, 0.5, true]]);
      }),
      { numRuns },
    );
    const numbered = filledOsc(
      { address: '/{preset}', args: ['{preset}', 'p{preset}', { float: '{preset}' }] },
      { preset: 7 },
    );
    const [whole, within, float] = [
      { type: 'integer', value: 7 },
      { type: 'string', value: 'p7' },
      { type: 'float', value: 7 },
    ];
    expect(numbered).toEqual(E.right({ address: '/7', args: [whole, within, float] }));
    for (const preset of ['a b', 'a/b', 'a*', '{a}', 'é', ''])
      expect(E.isLeft(filledOsc({ address: '/{preset}' }, { preset }))).toBe(true);
  });
});

describe('a match', () => {
  it('is a text in which * stands for any text', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
    const escaped = (from: string) => new RegExp(`^${from.replaceAll('.', '\\.').split('*').join('.*')}$`, 's');
    fc.assert(
      fc.property(pattern, text, (from, against) => {
        expect(matchesPattern(from)(against)).toBe(escaped(from).test(against));
      }),
      { numRuns: numRuns * 10 },
    );
  });

  it('takes the characters of values literally', () => {
    fc.assert(
      fc.property(shown, (preset) => {
        expect(matchesText('P {preset} *', { preset })(new ReceivedText(`P ${preset} x`))).toBe(true);
        expect(matchesText('P {preset}', { preset })(new ReceivedText(`P ${preset}x`))).toBe(false);
      }),
      { numRuns },
    );
    for (const preset of ['*', String.raw`\*`, String.raw`\\`, String.raw`a\\*b`]) {
      const matches = matchesText('P {preset}', { preset });
      const texts = [preset, 'anything', preset.replace('*', 'x'), preset.replace('\\', ''), `${preset}x`];
      expect(texts.filter((text) => matches(new ReceivedText(`P ${text}`)))).toEqual(
        texts.filter((one) => one === preset),
      );
    }
    expect(matchesPattern('a\\*b')('a*b')).toBe(true);
    expect(matchesPattern('a\\*b')('axb')).toBe(false);
  });

  it('finds a value in JSON, and no list or object', () => {
    const received = new ReceivedText('{"a/b":{"~c":[1,"1",true,null,{}]}}');
    const at = (index: number, equals: string | number | boolean | null) =>
      matchesText({ pointer: `/a~1b/~0c/${String(index)}`, equals }, {})(received);
    expect([at(0, 1), at(0, '1'), at(1, 1), at(2, true), at(3, null)]).toEqual([true, true, true, true, true]);
    expect([at(0, 2), at(4, '[object Object]'), at(5, 'undefined')]).toEqual([false, false, false]);
    expect(matchesText({ pointer: '/a', equals: 1 }, {})(new ReceivedText('no JSON'))).toBe(false);
  });

  it('finds a value under a name that is the value of a record', () => {
    fc.assert(
      fc.property(shown, (preset) => {
        const received = new ReceivedText(JSON.stringify({ [preset]: { on: true } }));
        expect(matchesText({ pointer: '/{preset}/on', equals: true }, { preset })(received)).toBe(true);
      }),
      { numRuns, examples: [['news/opener'], ['~1/~']] },
    );
  });

  it('resembles an answer about the same record with another value', () => {
    const about = (text: string) => resemblesText('SCENE {scene} {clip}', { scene: 1 })(new ReceivedText(text));
    expect([about('SCENE 1 x'), about('SCENE 2 x'), about('other')]).toEqual([true, false, false]);
  });

  it('of numbers in OSC has the precision of OSC', () => {
    const received = { address: '/a', args: [{ type: 'float', value: Math.fround(0.7) }] };
    expect(matchesOsc({ address: '/a', args: [{ float: 0.7 }] }, {})(received)).toBe(true);
    expect(matchesOsc({ address: '/a', args: [{ float: 0.8 }] }, {})(received)).toBe(false);
    expect(matchesOsc({ address: '/a' }, {})(received)).toBe(true);
    expect(matchesOsc({ address: '/a', args: [] }, {})(received)).toBe(false);
  });
});
