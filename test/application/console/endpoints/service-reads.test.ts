// What operators read at a studio's service: the as-run log and its last calls.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOperators, setPassword } from '../../../../application/console/sign-in/operators.js';
import { changeByConsole } from '../../../../application/console/endpoints/studio-access.js';
import { answerMs } from '../../../../application/console/sync/foreign-asks.js';
import type { AskAnswererDeps } from '../../../../adapters/cloud/ask-answerer.js';
import { changeOperator } from '../../../../domain/console/operators.js';
import { linkedService, until, type LinkedService } from '../../../adapters/cloud/link.js';
import { basic, listeningUrl, testConsole, type ConsoleUnderTest } from '../console.js';

const path = '/api/studios/studio-1/as-run';
const page = { entries: [], older: null, stopped: null, readTo: null, unreadable: 0, timezone: 'UTC', records: [] };
const token = `svc_${'a'.repeat(32)}`;
const call = {
  ...{ time: 1, address: '10.0.0.1', caller: null, method: 'GET', path: `/api/v2/signals?token=${token}` },
  ...{ status: 200, error: null, answeredAfterMs: 1, decidedBy: { step: 'host' } },
};

let app: ConsoleUnderTest;
let service: LinkedService | undefined;
let asked: object[];

const answering =
  (answer: object) =>
  (request: object): Promise<E.Either<never, object>> => {
    asked.push(request);
    return Promise.resolve(E.right(answer));
  };

/** Connects a service that answers reads. */
const connect = async (reads: AskAnswererDeps['reads']): Promise<void> => {
  service = linkedService(await listeningUrl(app), app.key, { reads });
  service.link.start();
  await until(async () => (await app.ports.store.syncStatuses(['studio-1']))[0]?.connected);
};

/** Reads while the time of the console passes. */
const readLate = async (passedMs: number): Promise<unknown> => {
  const answered = app.operate('GET', path);
  await until(async () => (await app.clock.advance(1_000), true));
  await app.clock.advance(passedMs);
  return answered;
};

beforeEach(async () => {
  [app, asked] = [await testConsole(), []];
});
afterEach(async () => {
  await service?.link.stop();
  service = undefined;
  await app.server.close(0);
});

describe('@AS-RUN-8: the as-run log at the console', () => {
  it('is what the service answers, which gets the filter', async () => {
    await connect({ 'as-run': answering({ ...page, more: 1 }) });
    const read = await app.operate('GET', `${path}?clip=news&outcome=failed&from=2026-01-31&limit=5`);
    expect(read).toMatchObject({ status: 200, body: page });
    expect(read.body).not.toHaveProperty('more');
    expect(asked).toEqual([{ clip: 'news', outcome: 'failed', from: '2026-01-31', limit: 5 }]);
  });

  it.each(['outcome=maybe', 'from=2026-02-30', 'to=today', 'limit=1001', 'limit=0'])('has no %s', async (query) => {
    await connect({ 'as-run': answering(page) });
    expect((await app.operate('GET', `${path}?${query}`)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('may be read by a viewer of the studio, and by nobody else', async () => {
    await connect({ 'as-run': answering(page) });
    for (const [name, studioRoles, status] of [
      ['vera', { 'studio-1': 'viewer' }, 200],
      ['otto', {}, 404],
    ] as const) {
      await setPassword(app.ports, name, 'another password');
      const change = changeOperator(name, { role: null, studioRoles });
      await changeOperators(app.ports, changeByConsole(app.ports, 'test'), { summary: 'roles', change });
      const headers = { authorization: basic(name, 'another password') };
      expect((await app.call('GET', path, { headers })).status).toBe(status);
    }
  });

  it('says that the service is away, or unknown', async () => {
    const body = { message: 'the service of this studio is not connected' };
    expect(await app.operate('GET', path)).toMatchObject({ status: 503, body });
    expect((await app.operate('GET', '/api/studios/unknown/as-run')).status).toBe(404);
  });

  it('says that the service is too old', async () => {
    await connect({});
    const body = { message: expect.stringContaining('too old') as string };
    expect(await readLate(3_000)).toMatchObject({ status: 409, body });
  });

  it('says that the console can’t read what the service has answered', async () => {
    await connect({ 'as-run': answering({ entries: 'all' }) });
    const body = { message: expect.stringContaining('can’t read') as string };
    expect(await app.operate('GET', path)).toMatchObject({ status: 503, body });
  });

  it('says that the service has not answered in time', async () => {
    await connect({ 'as-run': () => new Promise(() => undefined) });
    expect(await readLate(answerMs)).toMatchObject({
      status: 503,
      body: { message: 'the service has not answered within 30 seconds: try again' },
    });
  });
});

it('@ACTIVITY-7: the last calls are those of the service, without tokens', async () => {
  await connect({ 'recent-calls': answering({ calls: [call], notShown: 0 }) });
  const read = await app.operate('GET', '/api/studios/studio-1/recent-calls');
  expect(read).toMatchObject({ status: 200, body: { calls: [{ path: '/api/v2/signals?token=***' }], notShown: 0 } });
});
