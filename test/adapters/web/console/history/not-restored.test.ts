// The words of the history about what a restoration leaves out.
import { expect, it } from 'vitest';
import { notRestoredText } from '../../../../../adapters/web/console/history/not-restored.js';

it.each([
  [['devices.a.tokenHash', 'devices.b'], 'Tokens, and devices that were added, revoked or removed, are not restored.'],
  [
    ['devices.a.name'],
    'Tokens, devices that were added, revoked or removed, and values that contained a token are not restored.',
  ],
  [
    ['devices.b', 'access.listed.["10.0.0.1","***"]'],
    'Tokens, devices that were added, revoked or removed, and values that contained a token are not restored.',
  ],
])('of %j', (subjects, text) => {
  expect(notRestoredText(subjects)).toBe(text);
});
