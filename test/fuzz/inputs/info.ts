// The XML in the replies of a CasparCG server to INFO. Samples are recordings of a real server.
import { strict as assert } from 'node:assert';
import { readChannel, readMediaFolder } from '../../../adapters/drivers/casparcg/info.js';
import { mutatedSample, type Corpus } from '../mutations.js';
import type { RandomSource } from '../random-source.js';
import { checkLayer, checkRate, replies } from './casparcg-samples.js';
import { bytesOf, stateless, type FuzzTarget } from './target.js';

const documents = replies.flatMap((reply) => /<\?xml[^]*>/.exec(reply)?.[0] ?? []);

const xmlCorpus: Corpus = {
  samples: documents,
  fragments: [
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&amp;',
    '&#0;',
    '&#xD800;',
    '&lol;',
    '&',
    '=',
    '<layer_10>',
    '</layer_10>',
    '<layer_-9><foreground/></layer_-9>',
    '<channel>',
    '<time>',
    '<time>1e999</time>',
    'NaN',
    '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>',
    '<a>'.repeat(2_000),
    '<framerate>0</framerate>',
    ' a="b"',
  ],
};

const hostileTexts = [
  '1e999',
  '-1',
  'NaN',
  '',
  ' ',
  'true',
  '0',
  '9'.repeat(400),
  '&#x1F3AC;',
  '<a/>',
  '&amp;',
  '1e-9',
];

/** Changes of a document that leave it well-formed: of a text, of a leaf element, and of the name of elements. */
const documentChanges: readonly ((xml: string, random: RandomSource) => string)[] = [
  (xml, random) => {
    const leaf = random.oneOf([...xml.matchAll(/>[^<>]+</g)]);
    return `${xml.slice(0, leaf.index)}>${random.oneOf(hostileTexts)}<${xml.slice(leaf.index + leaf[0].length)}`;
  },
  (xml, random) => {
    const leaf = random.oneOf([...xml.matchAll(/<(\w+)>[^<>]*<\/\1>/g)]);
    return (
      xml.slice(0, leaf.index) + (leaf[0] + leaf[0]).repeat(random.below(2)) + xml.slice(leaf.index + leaf[0].length)
    );
  },
  (xml, random) => {
    const names = [...new Set([...xml.matchAll(/<(\w+)>/g)].map(([, name = '']) => name))];
    const [from, to] = [random.oneOf(names), random.oneOf([...names, 'layer_-1', 'layer_10', 'constructor'])];
    return xml.replaceAll(`<${from}>`, `<${to}>`).replaceAll(`</${from}>`, `</${to}>`);
  },
];

/** A recorded document with one to four changes. */
const wellFormed = (random: RandomSource): string => {
  let xml = random.oneOf(documents);
  for (let left = 1 + random.below(4); left > 0; left -= 1)
    if (/<(\w+)>[^<>]+<\/\1>/.test(xml)) xml = random.oneOf(documentChanges)(xml, random);
  return xml;
};

/** A document is malformed, or a channel whose values are in their ranges. */
const checkDocument = (input: Buffer): void => {
  const xml = input.toString('utf8');
  try {
    assert.equal(typeof readMediaFolder(xml), 'string');
  } catch (error) {
    assert.ok(
      error instanceof Error && !(error instanceof assert.AssertionError) && !(error instanceof TypeError),
      String(error),
    );
    return;
  }
  const { framesPerSecond, layers } = readChannel(xml);
  checkRate(framesPerSecond);
  for (const [number, layer] of layers) {
    assert.ok(Number.isInteger(number));
    checkLayer(layer);
  }
};

/** Documents in the replies to INFO. */
export const info: FuzzTarget = {
  generate: (random) => bytesOf(random.oneIn(2) ? wellFormed(random) : mutatedSample(random, xmlCorpus)),
  open: () => stateless(checkDocument),
};
