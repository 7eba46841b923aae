// An answered call for tests.
import type { CallRecord } from '../../application/calls/call-record.js';

/** Returns the record of a read that a panel was answered, with these changes. */
export const callRecord = (call: Partial<CallRecord['call']> = {}, others: Partial<CallRecord> = {}): CallRecord => ({
  timeMs: 0,
  call: {
    address: '192.168.1.20',
    caller: 'device:Panel',
    method: 'GET',
    path: '/api/v2/signals',
    status: 200,
    error: null,
    ...call,
  },
  ...others,
});
