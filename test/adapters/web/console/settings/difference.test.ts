// The differences of settings in words.
import { expect, it } from 'vitest';
import { differences } from '../../../../../adapters/web/console/settings/difference.js';

it('settings differ if their texts do, also one that only one state has', () => {
  const before = new Map(Object.entries({ Name: 'A', Access: 'Read only', Old: 'x' }));
  const after = new Map(Object.entries({ Name: 'A', Access: 'Control', New: 'y' }));
  expect(differences(before, after)).toEqual([
    { setting: 'Access', before: 'Read only', after: 'Control' },
    { setting: 'Old', before: 'x', after: '–' },
    { setting: 'New', before: '–', after: 'y' },
  ]);
});
