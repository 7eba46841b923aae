// Datagrams of OSC that contain several messages.
import { encode } from 'node-osc';
import { expect, it } from 'vitest';
import { decodedOsc } from '../../../../adapters/drivers/osc/osc-message.js';

const message = (address: string) => ({ oscType: 'message', address, args: [] }) as const;

const bundle = (...elements: readonly object[]) =>
  ({ oscType: 'bundle', timetag: 0, elements: [...elements] }) as const;

it('every message of a bundle is read in order, also of a bundle within it', () => {
  const datagram = encode(bundle(message('/a'), bundle(message('/b'), message('/c')), message('/d')));
  expect(decodedOsc(datagram).map(({ address }) => address)).toEqual(['/a', '/b', '/c', '/d']);
});
