// How many connections a server accepts within the descriptors of its process.
import { expect, it } from 'vitest';
import { defaultMaxConnections, maxConsoleConnections } from '../../adapters/http/server/limits.js';
import { possibleConnections } from '../../infra/possible-connections.js';

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
