// Simulated equipment that takes OSC messages. It understands what the templates of the studio file describe.
import { isEqual } from '../../domain/codec/equality.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import type { OpenFace } from '../wire-face.js';
import { DatagramFace } from './datagrams.js';
import { textFitting } from './expansion.js';
import { readOsc, writtenOsc, type OscPacket } from './osc-packet.js';

/** Returns the type and the value of an argument of a template. */
const argumentOf = (argument: unknown): readonly [string, unknown] => {
  if (typeof argument === 'boolean') return [argument ? 'T' : 'F', argument];
  if (typeof argument === 'number') return ['i', argument];
  const float = fieldOf(argument, 'float');
  return float === undefined ? ['s', textFitting(argument)] : ['f', Math.fround(Number(float))];
};

const packetOf = (template: unknown): OscPacket => {
  const all = listIn(template, 'args').map(argumentOf);
  return {
    address: textIn(template, 'address') ?? '',
    types: all.map(([type]) => type).join(''),
    values: all.map(([, value]) => value),
  };
};

/** Creates simulated equipment that takes OSC messages. */
export const oscFace: OpenFace = (options) =>
  new DatagramFace<OscPacket>(options, {
    read: readOsc,
    isDescribed: (template, received) => template !== undefined && isEqual(packetOf(template), received),
    fitting: (match) => writtenOsc(packetOf(match)),
    probe: fieldOf(fieldOf(options.settings, 'probe'), 'send'),
    probeAnswer: writtenOsc({ address: '/ready', types: '', values: [] }),
  });
