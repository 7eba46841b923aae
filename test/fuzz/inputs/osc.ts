// OSC datagrams of a CasparCG server. Samples are recordings of a real server.
import { strict as assert } from 'node:assert';
import { OscChannel, type ChannelUpdate } from '../../../adapters/drivers/casparcg/osc-channel.js';
import { decodedOsc } from '../../../adapters/drivers/osc/osc-message.js';
import { oscBundles } from '../../../simulator/casparcg/osc.js';
import type { StateValue } from '../../../simulator/casparcg/state.js';
import { recordedOscMessages } from '../../adapters/drivers/casparcg/recording.js';
import { mutated, type Corpus } from '../mutations.js';
import type { RandomSource } from '../random-source.js';
import { checkLayer, checkRate } from './casparcg-samples.js';
import { bytesOf, stateless, type FuzzTarget, type OpenedTarget } from './target.js';

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
    '#bundle\0',
    '\0\0\0\0',
    '\xff\xff\xff\xff',
    '\x7f\xff\xff\xff',
    '\0\0\0\x14',
    ',sifTF\0\0',
    ',[i]\0\0\0\0',
    ',b\0\0\xff\xff\xff\xff',
    '/channel/1/',
    '/channel/1/stage/layer/10/foreground/file/time\0',
    '/channel/1/framerate\0',
    ',',
    '\x7f\x80\0\0',
    '\x7f\xc0\0\0',
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
