// What the console takes of the call reports of services, which may be of later versions.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { parseCallReport } from '../../application/console/sync/call-reports.js';

const call = { device: 'panel', time: 1_000, address: '192.168.1.20', oldToken: 1 };
const answer = { status: 200, error: null };
const reason = { reason: 'no_token', count: 1, lastTime: 1_000 };
const caller = { address: '8.8.8.8', ...reason };
const denied = { ...caller, device: 'panel', reason: 'read_only' };
const extra = { further: { any: 'thing' } };

it('leaves out fields that this program doesn’t know, at every depth', () => {
  const sent = {
    ...extra,
    lastCalls: [{ ...call, ...extra, answer: { ...answer, ...extra } }],
    refusals: {
      ...extra,
      id: 'one',
      callers: [{ ...caller, ...extra, reasons: [{ ...reason, ...extra, forwarded: true }] }],
      denied: [{ ...denied, ...extra }],
    },
  };
  expect(parseCallReport(sent)).toEqual(
    E.right({
      lastCalls: [{ ...call, answer }],
      refusals: { id: 'one', callers: [{ ...caller, reasons: [{ ...reason, forwarded: true }] }], denied: [denied] },
    }),
  );
});
