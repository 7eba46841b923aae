// Asks a Videohub once: it describes itself to everyone who connects.
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import { visible } from '../../../domain/codec/codec.js';
import { probeTcp, quotedAnswer } from '../shared/tcp-probe.js';
import { BlockReader, fieldsOf, type Block } from './block-reader.js';
import { titles } from './router.js';
import { videohubPort } from './settings.js';

/** The longest model in a message, in characters. */
const maxModelLength = 80;

const describeRouter = (device: Block): string => {
  const model = visible((fieldsOf(device).get('Model name') ?? '').slice(0, maxModelLength));
  return model === '' ? 'a Videohub' : `a Videohub (${model})`;
};

const readDescription = (received: Buffer): ProbeResult | undefined => {
  const blocks: Block[] = [];
  const wrong = new BlockReader((block) => blocks.push(block)).read(received);
  const [first] = blocks;
  if (wrong !== undefined || (first !== undefined && first.title !== titles.preamble))
    return E.left(`is no Videohub: it sent ${quotedAnswer(received)}`);
  const device = blocks.find(({ title }) => title === titles.device);
  return device && E.right({ description: describeRouter(device) });
};

/** Nothing is sent. */
export const discovery: Discovery = {
  port: videohubPort,
  services: ['_blackmagic._tcp'],
  probe: (address, deps) => probeTcp(address, deps, readDescription),
};
