// What a CasparCG server sends: AMCP replies, the XML of INFO, and OSC datagrams. Samples are recordings of a real server.
import { strict as assert } from 'node:assert';
import { readChannel, readMediaFolder } from '../../../adapters/playout/casparcg/info.js';
import type { LayerState } from '../../../adapters/playout/casparcg/layer-state.js';
import { OscChannel, type ChannelUpdate } from '../../../adapters/playout/casparcg/osc-channel.js';
import { maxReplyLength, ReplyReader, type AmcpReply } from '../../../adapters/playout/casparcg/reply-reader.js';
import { decodedOsc } from '../../../adapters/drivers/osc/osc-message.js';
import { oscBundles } from '../../../simulator/casparcg/osc.js';
import type { StateValue } from '../../../simulator/casparcg/state.js';
import { recordedExchanges, recordedOscMessages } from '../../playout/casparcg/recording.js';
import { mutated, mutatedSample, type Corpus } from '../mutations.js';
import { randomSource, type RandomSource } from '../random-source.js';
import { asBytes, bytesOf, stateless, type FuzzTarget, type OpenedTarget } from './target.js';

const replies = recordedExchanges.map(({ reply }) => asBytes(reply)).filter((reply) => reply !== '');

const amcpCorpus: Corpus = {
  samples: replies,
  fragments: [
    ...['é', '天気', '🎬', 'média/🎬.mov'].map(asBytes),
    ...[
      '\r\n',
      '\n',
      '\r',
      'RES 1 ',
      'RES  ',
      '200 ',
      '201 INFO OK\r\n',
      '202 PLAY OK\r\n',
      '400 ERROR\r\n',
      '404 PLAY FAILED\r\n',
    ],
    ...[
      '501 X FAILED\r\n',
      '999 \r\n',
      '20',
      '100 INFO\r\n',
      'RES abc 201 INFO OK\r\n<x/>\r\n',
      '\r\n\r\n',
      '<?xml version="1.0"?>',
    ],
  ],
};

/** Cuts bytes at places that depend on them only. */
const pieces = (bytes: Buffer): readonly Buffer[] => {
  const { below } = randomSource(bytes.length);
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + below(below(2) === 0 ? 4 : bytes.length);
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
};

const read = (chunks: readonly Buffer[]): readonly AmcpReply[] => {
  const found: AmcpReply[] = [];
  const reader = new ReplyReader((reply) => found.push(reply));
  for (const chunk of chunks) reader.read(chunk);
  return found;
};

/** Replies are the same however their bytes arrive, and each is well-formed. */
const checkReplies = (input: Buffer): void => {
  assert.ok(input.length <= maxReplyLength);
  const found = read([input]);
  assert.deepEqual(read(pieces(input)), found);
  for (const { id, code, status, data } of found) {
    assert.ok(Number.isInteger(code) && code >= 0 && code <= 999);
    assert.ok(id === undefined || /^\S+$/.test(id));
    assert.ok(!status.includes('\r\n') && !data.includes('\r\n'));
  }
};

/** Replies of a server, as a connection receives them. */
export const amcp: FuzzTarget = {
  generate: (random) => {
    const text = random.several(3, () => random.oneOf(replies)).join('');
    return bytesOf(mutated(text, random, amcpCorpus));
  },
  open: () => stateless(checkReplies),
};

const isTime = (seconds: number): boolean => Number.isFinite(seconds) && seconds >= 0;

const checkLayer = ({ foreground, cuedPath, cuedProducer }: LayerState): void => {
  assert.ok(isTime(foreground.timeS) && isTime(foreground.totalS));
  assert.equal(typeof foreground.producer, 'string');
  for (const text of [foreground.path, cuedPath, cuedProducer])
    assert.ok(['string', 'undefined'].includes(typeof text));
  for (const flag of [foreground.paused, foreground.loop]) assert.equal(typeof flag, 'boolean');
};

const checkRate = (framesPerSecond: number): void => {
  assert.ok(framesPerSecond >= 1 && framesPerSecond <= 1_000);
};

const documents = replies.flatMap((reply) => /<\?xml[^]*>/.exec(reply)?.[0] ?? []);

const xmlCorpus: Corpus = {
  samples: documents,
  fragments: [
    ...[
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
    ],
    ...[
      '<layer_10>',
      '</layer_10>',
      '<layer_-9><foreground/></layer_-9>',
      '<channel>',
      '<time>',
      '<time>1e999</time>',
      'NaN',
    ],
    ...[
      '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>',
      '<a>'.repeat(2_000),
      '<framerate>0</framerate>',
      ' a="b"',
    ],
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

const hostileNumbers = [NaN, Infinity, -Infinity, -1, 1e38, 0x7fffffff, 0];

const valueOf = (type: string, value: unknown): StateValue => {
  if (type === 'i') return { int: Number(value) };
  if (type === 'f') return { float: Number(value) };
  return type === 's' ? String(value) : value === true;
};

const entries = recordedOscMessages.map(({ address, types, values }) => ({
  path: address,
  values: values.map((value, index) => valueOf(types[index] ?? '', value)),
}));

const frameCorpus: Corpus = {
  samples: oscBundles(entries, 1).map((bundle) => Buffer.from(bundle).toString('latin1')),
  fragments: [
    ...[
      '#bundle\0',
      '\0\0\0\0',
      '\xff\xff\xff\xff',
      '\x7f\xff\xff\xff',
      '\0\0\0\x14',
      ',sifTF\0\0',
      ',[i]\0\0\0\0',
      ',b\0\0\xff\xff\xff\xff',
    ],
    ...[
      '/channel/1/',
      '/channel/1/stage/layer/10/foreground/file/time\0',
      '/channel/1/framerate\0',
      ',',
      '\x7f\x80\0\0',
      '\x7f\xc0\0\0',
    ],
  ],
};

/** The values of a message, with hostile numbers in some. */
const valuesOf = (values: readonly StateValue[], random: RandomSource): readonly StateValue[] =>
  values.map((value) =>
    typeof value === 'object' && random.oneIn(8) ? { float: random.oneOf(hostileNumbers) } : value,
  );

/** Length of the name and the time tag of a bundle, in bytes. */
const headLength = 16;

/** Returns where the lengths of the messages of a bundle are, and whether they end where the bundle does. */
const lengthsOf = (bundle: Buffer): { readonly places: readonly number[]; readonly isWhole: boolean } => {
  const places: number[] = [];
  let at = headLength;
  while (at + 4 <= bundle.length) {
    places.push(at);
    const length = bundle.readInt32BE(at);
    if (length <= 0) return { places, isWhole: false };
    at += 4 + length;
  }
  return { places, isWhole: at === bundle.length };
};

/** Overwrites the length of a message, or any four bytes, with one that may not fit: OSC aligns everything to four bytes. */
const withLength = (text: string, random: RandomSource): string => {
  const bytes = bytesOf(text);
  const any = 4 * random.below(bytes.length / 4);
  const at = random.oneIn(2) ? any : random.oneOf([any, ...lengthsOf(bytes).places]);
  if (at + 4 > bytes.length) return text;
  const real = bytes.readInt32BE(at);
  // The last message may be longer than its datagram, and still begin a valid one.
  const near = [real + 4, real - 4, bytes.length - at, bytes.length].filter((length) => Math.abs(length) < 2 ** 31);
  bytes.writeInt32BE(random.oneOf([-4, -8, -1, 0, 1, 4, 0x7fffffff, ...near]), at);
  return bytes.toString('latin1');
};

/** A frame with a random number of the recorded messages, mutated or not. */
const datagramOf = (random: RandomSource): string => {
  const some = entries.filter(() => random.oneIn(2));
  const hostile = some.map(({ path, values }) => ({ path, values: valuesOf(values, random) }));
  const bundle = random.oneOf(oscBundles(hostile.length > 0 ? hostile : entries, random.below(5)));
  const text = Buffer.from(bundle).toString('latin1');
  if (random.oneIn(4)) return withLength(text, random);
  return random.oneIn(3) ? text : mutated(text, random, frameCorpus);
};

const followed: readonly number[] = [10, 20];

/** A datagram that is read has correct lengths, and describes followed layers with values in their ranges. */
const checkUpdate = (datagram: Buffer, { framesPerSecond, layers }: ChannelUpdate): void => {
  assert.ok(lengthsOf(datagram).isWhole, 'a datagram with a wrong length is read');
  if (framesPerSecond !== undefined) checkRate(framesPerSecond);
  for (const [number, layer] of layers) {
    assert.ok(followed.includes(number));
    if (layer !== undefined) checkLayer(layer);
  }
};

/** Whatever was received before, a datagram is ignored or correct. */
const openChannel = (): OpenedTarget => {
  const channel = new OscChannel(1, followed);
  let nowMs = 0;
  return stateless((input) => {
    // After a second, a lower frame number means a restart; sooner, an old datagram.
    nowMs += input.length % 2 === 0 ? 2_000 : 20;
    const update = channel.read(input, nowMs);
    if (update !== undefined) checkUpdate(input, update);
    for (const { address, args } of decodedOsc(input)) assert.ok(typeof address === 'string' && Array.isArray(args));
  });
};

/** OSC datagrams of a server, and of equipment that speaks OSC. */
export const osc: FuzzTarget = { generate: (random) => bytesOf(datagramOf(random)), open: openChannel };
