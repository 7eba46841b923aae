// The frames of simulated Modbus devices.
import { expect, it } from 'vitest';
import { packedBits } from '../../../simulator/modbus/frames.js';

it.each([
  [1, '0101'],
  [7, '0155'],
  [8, '0155'],
  [9, '025501'],
  [16, '025555'],
])('%i bits fill whole bytes, after the number of those, the first bit lowest', (count, hex) => {
  const bits = Array.from({ length: count }, (_, index) => index % 2 === 0);
  expect(packedBits(bits).toString('hex')).toBe(hex);
});
