// The floods of the players of one server: the connection floods until none of them does.
import { expect, it } from 'vitest';
import { floodsOf } from '../../../../adapters/drivers/casparcg/floods.js';

it('end with the last of them', () => {
  const noted: (string | null)[] = [];
  const note = floodsOf((message) => void noted.push(message));
  note('out-1', 'it sends too many messages');
  note('out-2', 'it sends too many bytes');
  note('out-2', null);
  note('out-1', null);
  expect(noted).toEqual(['it sends too many messages', 'it sends too many bytes', 'it sends too many messages', null]);
});

it('are noted by nobody where nobody asks', () => {
  expect(() => {
    floodsOf(undefined)('out-1', 'it sends too much');
  }).not.toThrow();
});
