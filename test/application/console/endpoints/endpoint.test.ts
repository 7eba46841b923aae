// Changes that are refused after they were described, and paths that don't exist: what is recorded and answered of them.
import { beforeEach, expect, it } from 'vitest';
import { token } from '../../../domain/fixtures.js';
import { testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;

beforeEach(async () => {
  app = await testConsole();
  app.audit.events.length = 0;
  app.log.lines.length = 0;
});

it.each([
  ['POST', '/api/studios', { id: 'studio-1', name: 'Again' }, 409],
  ['PATCH', '/api/studios/nowhere', { name: 'New' }, 404],
  ['DELETE', '/api/studios/nowhere', undefined, 404],
  ['POST', '/api/studios/nowhere/key', undefined, 404],
  ['PATCH', '/api/operators/nobody', { role: 'viewer' }, 404],
  ['DELETE', '/api/operators/nobody', undefined, 404],
])('@AUDIT-8: %s %s that is refused is recorded as such, without a summary', async (method, path, body, status) => {
  expect((await app.operate(method, path, body)).status).toBe(status);
  const changes = app.audit.events.filter(({ kind }) => kind === 'change');
  expect(changes).toEqual([]);
  const refusal = app.audit.refusals.at(-1);
  expect(refusal).toMatchObject({ kind: 'change', target: path, status });
  expect(refusal?.summary).toBeUndefined();
  expect(app.log.lines.filter((line) => line.includes(`"path":"${path}"`))).toEqual([]);
});

it('a path that does not exist is named without the token in it', async () => {
  const reply = await app.operate('GET', `/nowhere/${token(1)}`);
  expect(reply.status).toBe(404);
  expect(reply.text).toContain('there is no route /nowhere/');
  expect(reply.text).not.toContain(token(1));
});

it('@SIGN-IN-6: HTTP Basic of an account that needs a second factor is recorded as refused', async () => {
  app = await testConsole({}, { policy: 'all' });
  app.audit.refusals.length = 0;
  expect((await app.operate('GET', '/api/studios')).status).toBe(401);
  expect(app.audit.refusals).toMatchObject([
    { kind: 'sign-in.failed', caller: 'operator:admin', operation: 'basic', error: 'session_required' },
  ]);
});

it('a studio that is renamed to its own name has no further entry, also while its service is connected', async () => {
  const count = async () => (await app.ports.store.history('studio-1', { limit: 99 })).length;
  const rename = async () => (await app.operate('PATCH', '/api/studios/studio-1', { name: 'Same' })).status;
  expect(await rename()).toBe(200);
  const before = await count();
  expect(await rename()).toBe(200);
  await app.ports.store.reportConnected(['studio-1'], [], app.clock.now());
  expect(await rename()).toBe(200);
  expect(await count()).toBe(before);
});
