// Simulated equipment that takes texts in datagrams. It understands what the templates of the studio file describe.
import { Buffer } from 'node:buffer';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import type { OpenFace } from '../wire-face.js';
import { DatagramFace } from './datagrams.js';
import { textFitting } from './expansion.js';
import { encodingOf, writingOf } from './writing.js';

/** Creates simulated equipment that takes texts over UDP. */
export const udpFace: OpenFace = (options) => {
  const { settings } = options;
  const delimiter = textIn(settings, 'delimiter') ?? '';
  const encoding = encodingOf(settings);
  return new DatagramFace<string>(options, {
    read: (datagram) => datagram.toString(encoding),
    isDescribed: (template, received) => typeof template === 'string' && template + delimiter === received,
    fitting: (match) => Buffer.from(textFitting(match) + delimiter, encoding),
    probe: fieldOf(fieldOf(settings, 'probe'), 'send'),
    probeAnswer: Buffer.from(`READY${delimiter}`),
    write: writingOf(settings),
  });
};
