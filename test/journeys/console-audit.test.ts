// What operators can't do to the audit log of the console: fill the share of what others have done.
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../application/audit/audit-log.js';
import type { AuditEntry, AuditShare } from '../../application/ports/audit.js';
import { manualClock } from '../../simulator/clock.js';
import { basic, testConsole, type ConsoleUnderTest } from '../application/console/console.js';

let app: ConsoleUnderTest;
const headers = { authorization: basic('vera', 'very secret') };

beforeEach(async () => {
  app = await testConsole();
  const account = { username: 'vera', role: 'viewer', password: 'very secret' };
  expect((await app.operate('POST', '/api/operators', account)).status).toBe(201);
  app.audit.events.length = 0;
});

it.each([
  ['nothing is changed', 'DELETE', '/api/sessions', 204, null],
  ['the role does not suffice', 'DELETE', '/api/studios/studio-1', 403, 'forbidden'],
  ['there is no such thing', 'DELETE', '/api/sessions/unheard-of', 404, 'not_found'],
])('@AUDIT-8: a change is coalesced if %s', async (_reason, method, url, status, error) => {
  await app.call(method, url, { headers });
  app.audit.events.length = 0;
  for (let count = 0; count < 3; count += 1) expect((await app.call(method, url, { headers })).status).toBe(status);
  expect(app.audit.events).toEqual([]);
  expect(app.audit.refusals.at(-1)).toMatchObject({
    kind: 'change',
    caller: 'operator:vera',
    target: url,
    status,
    error,
  });
});

it('@AUDIT-8: settings that are replaced by the same ones are coalesced', async () => {
  const url = '/api/studios/studio-1/features';
  const { body } = await app.operate('GET', url);
  app.audit.events.length = 0;
  for (let count = 0; count < 3; count += 1) expect((await app.operate('PUT', url, body)).status).toBe(200);
  expect(app.audit.events).toEqual([]);
  expect(app.audit.refusals.at(-1)).toMatchObject({ kind: 'change', operation: 'features.set', status: 200 });
});

it.each([
  ['labels', 'PUT', '/api/studios/studio-1/labels', { labels: ['van'] }],
  ['the name', 'PATCH', '/api/studios/studio-1', { name: 'Another' }],
  ['roles of an operator', 'PATCH', '/api/operators/vera', { role: 'viewer', studioRoles: {}, disabled: false }],
  ['the old key', 'POST', '/api/studios/studio-1/key/end-old', undefined],
  ['the key', 'DELETE', '/api/studios/studio-1/key', undefined],
  ['the list of refused callers', 'DELETE', '/api/studios/studio-1/refused-callers', undefined],
])('@AUDIT-8: a repeated change of %s is coalesced, and not in the history', async (_what, method, url, body) => {
  const first = await app.operate(method, url, body);
  expect(first.status).toBeLessThan(300);
  const path = url.startsWith('/api/operators') ? '/api/changes' : '/api/studios/studio-1/changes';
  const history = await app.operate('GET', path);
  expect(history.status).toBe(200);
  app.audit.events.length = 0;
  for (let count = 0; count < 3; count += 1) {
    const repeated = await app.operate(method, url, body);
    expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
  }
  expect(app.audit.events).toEqual([]);
  expect(app.audit.refusals.at(-1)).toMatchObject({ kind: 'change', target: url, status: first.status });
  expect((await app.operate('GET', path)).body).toEqual(history.body);
});

it('attempts of operators are counted apart from strangers, who hide none of them', () => {
  const written: (readonly [AuditShare, AuditEntry])[] = [];
  const sink = { write: (entry: AuditEntry, share: AuditShare) => void written.push([share, entry]) };
  const audit = auditLog({
    part: 'console',
    clock: manualClock(),
    sink: { ...sink, close: () => Promise.resolve() },
  });
  for (let count = 0; count < 100; count += 1)
    audit.recordRefusal({ kind: 'sign-in.failed', caller: null, address: `10.0.0.${String(count)}` });
  for (let count = 0; count < 3; count += 1)
    audit.recordRefusal({ kind: 'change', caller: 'operator:vera', error: 'not_found' });
  void audit.close();
  const kinds = written.map(([share, { kind, caller, count }]) => [share, kind, caller, count]);
  expect(kinds).toHaveLength(32 + 1 + 1 + 1);
  expect(kinds).toContainEqual(['refused', 'sign-in.failed', undefined, 68]);
  expect(kinds.slice(32)).toContainEqual(['refused', 'change', 'operator:vera', undefined]);
  expect(kinds).toContainEqual(['refused', 'change', 'operator:vera', 2]);
});
