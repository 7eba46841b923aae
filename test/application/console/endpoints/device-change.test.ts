// Of how many fields a change in the history is recorded with them.
import { expect, it } from 'vitest';
import { historyEntry } from '../../../../application/console/endpoints/studio-access.js';
import type { ChangedField } from '../../../../domain/console/changed-fields.js';
import { consoleItself } from '../../../../domain/console/operator.js';
import { manualClock } from '../../../../simulator/clock.js';

const field: ChangedField = {
  subject: 'access.apiEnabled',
  device: null,
  before: false,
  after: true,
  redacted: false,
};

it.each([
  [0, 0],
  [5_000, 5_000],
  [5_001, undefined],
])('a change of %i fields has %s of them', (count, recorded) => {
  const fields = Array.from({ length: count }, () => field);
  const author = { operator: consoleItself, action: 'access.set' };
  const entry = historyEntry({ clock: manualClock() }, author, 'did it', fields);
  expect(entry.fields?.length).toBe(recorded);
  expect(entry.subjects).toEqual(count === 0 ? [] : expect.arrayContaining(['access.apiEnabled']));
});
