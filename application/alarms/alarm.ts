// Alarms: what is wrong with the studio or the service, from when it began until it is over.
import * as t from 'io-ts';
import { dateTime, described, oneOfMore } from '../../domain/codec/codec.js';
import { alarmKinds } from '../../domain/studio/alarm-kinds.js';

/** An alarm, as callers read it. */
export const Alarm = described(
  t.readonly(
    t.type({
      id: described(t.string, { examples: ['0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57'] }),
      kind: oneOfMore(...alarmKinds),
      subject: described(t.string, { description: 'What the alarm is about, such as the id of a record' }),
      message: described(t.string, { description: 'One sentence for people' }),
      raisedAt: dateTime,
      clearedAt: described(t.union([dateTime, t.null]), { description: 'When it was over; null while it is open' }),
    }),
    'Alarm',
  ),
  {
    description: 'Something that is wrong with the studio or the service',
    examples: [
      {
        id: '0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57',
        kind: 'macro_failed',
        subject: 'mac-1',
        message: 'the macro "Opening" failed at step 3 of 5: the camera "cam-2" is not connected',
        raisedAt: '2026-01-31T12:00:00.000Z',
        clearedAt: null,
      },
    ],
  },
);
export type Alarm = t.TypeOf<typeof Alarm>;
