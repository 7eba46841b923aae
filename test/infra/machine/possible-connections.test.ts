// How many connections a server accepts within the descriptors of its process.
import { expect, it } from 'vitest';
import { defaultMaxConnections, maxConsoleConnections } from '../../../adapters/http/server/limits.js';
import { possibleConnections, warnOfFewConnections } from '../../../infra/machine/possible-connections.js';
import { memoryLog } from '../../application/console/readable-log.js';

it('@CONN-5: each part accepts its own number, or what few descriptors leave, at least half of them', () => {
  expect(defaultMaxConnections).not.toBe(maxConsoleConnections);
  expect(possibleConnections('service', 1_000_000)).toBe(defaultMaxConnections);
  expect(possibleConnections('console', 1_000_000)).toBe(maxConsoleConnections);
  for (const [descriptors, connections] of [
    [600, 344],
    [512, 256],
    [300, 150],
  ] as const)
    for (const part of ['service', 'console'] as const)
      expect(possibleConnections(part, descriptors)).toBe(connections);
});

it.each([
  ['console', 65_536, 40_960, 0],
  ['console', 41_216, 40_960, 0],
  ['console', 41_215, 40_959, 1],
  ['console', 1_024, 768, 1],
  ['service', 100, 50, 1],
  ['service', Infinity, 8_192, 0],
] as const)(
  '@CONN-5: a %s with %d descriptors accepts %i connections, and warns if they are fewer',
  (part, descriptors, expected, warnings) => {
    const log = memoryLog();
    warnOfFewConnections(part, log, descriptors);
    expect(possibleConnections(part, descriptors)).toBe(expected);
    expect(log.lines).toHaveLength(warnings);
  },
);
