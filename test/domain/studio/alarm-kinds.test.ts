// Which alarms degrade the health, and whom they concern.
import { expect, it } from 'vitest';
import { alarmKinds, degrades, featureOf } from '../../../domain/studio/alarm-kinds.js';

it('alarms about automations concern them; only those that keep one from running degrade the health', () => {
  const kinds = alarmKinds.filter((kind) => featureOf(kind) === 'automations');
  expect(kinds).toEqual(['automation_failed', 'automation_missed', 'automation_loops']);
  expect(kinds.filter(degrades)).toEqual(['automation_failed', 'automation_loops']);
});
