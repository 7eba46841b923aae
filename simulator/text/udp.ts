// Simulated equipment that takes texts in datagrams. It understands what the templates of the studio file describe.
import { Buffer } from 'node:buffer';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import type { OpenFace } from '../wire-face.js';
import { DatagramFace } from './datagrams.js';
import { textFitting } from './expansion.js';

/** Creates simulated equipment that takes texts over UDP. */
export const udpFace: OpenFace = (options) => {
  const { settings } = options;
  const delimiter = textIn(settings, 'delimiter') ?? '';
  const encoding = textIn(settings, 'encoding') === 'latin1' ? 'latin1' : 'utf8';
  return new DatagramFace<string>(options, {
    read: (datagram) => datagram.toString(encoding),
    isDescribed: (template, received) => typeof template === 'string' && template + delimiter === received,
    fitting: (match) => Buffer.from(textFitting(match) + delimiter, encoding),
    probe: fieldOf(fieldOf(settings, 'probe'), 'send'),
    probeAnswer: Buffer.from(`READY${delimiter}`),
    write: (value) =>
      Array.from(value, (character) => textIn(fieldOf(settings, 'escape'), character) ?? character).join(''),
  });
};
