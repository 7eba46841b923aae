// Parts of values that are not validated yet: only what a value has itself counts.
import { describe, expect, it } from 'vitest';
import { fieldOf, isAbsentAt, listIn, readableXml, textIn } from '../../../domain/codec/unchecked.js';

describe('an unvalidated value', () => {
  it('has its own fields, and none that every object has', () => {
    expect(fieldOf({ host: 'a' }, 'host')).toBe('a');
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(fieldOf({}, name)).toBeUndefined();
      expect(isAbsentAt({ player: {} }, `player.${name}`)).toBe(true);
    }
    expect([null, undefined, 'text', 7].map((value) => fieldOf(value, 'length'))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it('has lists and texts only where it has values of these kinds', () => {
    expect([listIn({ a: [1] }, 'a'), listIn({ a: 'x' }, 'a'), listIn({}, 'a')]).toEqual([[1], [], []]);
    expect([textIn({ a: 'x' }, 'a'), textIn({ a: 7 }, 'a'), textIn(null, 'a')]).toEqual(['x', undefined, undefined]);
  });

  it('is followed along a path of fields and indices', () => {
    const value = { outputs: [{ player: null }, { player: { host: '' } }] };
    const paths = ['outputs[1].player.host', 'outputs[0].player', 'outputs[0].player.host', 'outputs[2]', ''];
    expect(paths.map((path) => isAbsentAt(value, path))).toEqual([false, false, true, true, false]);
  });
});

it.each([
  ['<a b="&amp;&#233;&#xE9;">\t🎬</a>', '<a b="&amp;&#233;&#xE9;">\t🎬</a>'],
  ['Tom & Jerry &eacute; &#12ab;', 'Tom &amp; Jerry &amp;eacute; &amp;#12ab;'],
  ['a\u0000b\u001F\uFFFE\uD800', 'a\uFFFDb\uFFFD\uFFFD\uFFFD'],
  ['<a b="1 < 2" c=\'<d/>\'/><e>"<f g=""/>"</e>', '<a b="1 &lt; 2" c=\'&lt;d/>\'/><e>"<f g=""/>"</e>'],
  ['&#x1F;&#0;&#xD800;&#9999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
])('XML with characters and references that XML forbids is made readable: %j', (xml, readable) => {
  expect(readableXml(xml)).toBe(readable);
});
