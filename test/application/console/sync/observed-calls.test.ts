// What the console shows of the calls that services report, and of roles: redacted again, each with its own time, and bounded.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { rolesInWords } from '../../../../application/console/sign-in/roles-in-words.js';
import { parseObservedCalls } from '../../../../application/console/sync/observed-calls.js';
import { utcTime } from '../../../../domain/codec/utc-time.js';
import { token } from '../../../domain/fixtures.js';
import { testConsole } from '../console.js';

it('@ACTIVITY-2: tokens in observed calls are redacted again, and further fields are left out', () => {
  const call = { time: 1, address: '10.0.0.1', caller: null, method: 'GET', status: 404, error: 'not_found' };
  const observed = { ...call, answeredAfterMs: 1, decidedBy: { step: 'host' }, path: '/x' };
  const parsed = parseObservedCalls({
    calls: [{ ...observed, path: `/${token(7)}`, extra: 1 }, observed],
    notShown: 2,
  });
  expect(parsed).toMatchObject(E.right({ calls: [{ method: 'GET' }, observed], notShown: 2 }));
  expect(JSON.stringify(parsed)).not.toContain(token(7));
  expect(JSON.stringify(parsed)).not.toContain('extra');
});

it('each reason of a refused caller has its own count and time', async () => {
  const app = await testConsole();
  const now = app.clock.now();
  const reasons = [
    { reason: 'read_only', count: 2, lastTime: now },
    { reason: 'no_token', count: 3, lastTime: now - 60_000 },
  ] as const;
  const callers = [{ address: '10.0.0.9', reason: 'read_only', count: 5, lastTime: now, reasons }] as const;
  await app.ports.store.addReport('studio-1', { lastCalls: [], refusals: { id: 'one', callers } });
  const { body } = await app.operate('GET', '/api/studios/studio-1/refused-callers');
  const shown = reasons.map(({ lastTime, ...one }) => ({ ...one, lastTime: utcTime(lastTime) }));
  expect(body).toMatchObject({ refusedCallers: [{ count: 5, lastTime: utcTime(now), reasons: shown }] });
});

it.each([
  [6, ''],
  [7, ', and 1 more'],
  [40, ', and 34 more'],
])('of roles in %i studios, the history lists six', (count, more) => {
  const ids = Array.from({ length: count }, (_, at) => `studio-${String(at)}`);
  const listed = ids.slice(0, 6).map((id) => `operator in "${id}"`);
  const studioRoles = Object.fromEntries(ids.map((id) => [id, 'operator'] as const));
  expect(rolesInWords({ role: 'viewer', studioRoles })).toBe(['viewer in all studios', ...listed].join(', ') + more);
  expect(rolesInWords({ role: null, studioRoles })).toBe(listed.join(', ') + more);
});
