// Simulated equipment with a device whose driver is broken: it is away like equipment with an offline device.
import { expect, it } from 'vitest';
import { openBench } from './closed-bench.js';
import { everyProtocolRow } from './every-protocol.js';

/** Drivers of these protocols notice within seconds that their device doesn't answer. */
const withoutConnection: readonly string[] = ['visca', 'panasonic'];

/** A simulated CasparCG server is a device without a driver. */
const faces = everyProtocolRow.filter(([protocol]) => protocol !== 'casparcg');

it.each(faces)('%s: equipment with a broken device is away until it is repaired', async (protocol, use) => {
  const bench = await openBench(protocol, use.options);
  const isUsable = (): boolean => use.connected(bench) && use.isKnown(bench);
  await bench.passUntil('the device is connected', isUsable);
  bench.setFault({ type: 'broken' });
  if (withoutConnection.includes(protocol)) use.send(bench);
  else await bench.passUntil('the device is away', () => !use.connected(bench));
  await bench.pass(20);
  expect(bench.studio.commands()).toEqual([]);
  bench.setFault(null);
  await bench.passUntil('the device is back', isUsable);
});
