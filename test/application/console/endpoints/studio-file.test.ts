// The studio file at the console: what operators ask, and their services answer.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOperators, setPassword } from '../../../../application/console/sign-in/operators.js';
import { changeByConsole } from '../../../../application/console/endpoints/studio-access.js';
import type { EditingRequest } from '../../../../application/editing/requests.js';
import type { Editor } from '../../../../application/editing/studio-editor.js';
import { answerMs } from '../../../../application/console/sync/foreign-asks.js';
import type { Answered } from '../../../../domain/console/studio-ask.js';
import { changeOperator } from '../../../../domain/console/operators.js';
import { failure } from '../../../../domain/failure.js';
import { linkedService, until, type LinkedService } from '../../../adapters/cloud/link.js';
import { basic, listeningUrl, testConsole, type ConsoleUnderTest } from '../console.js';

const path = '/api/studios/studio-1/studio-file';
const save = { ask: 'save', base: 1, change: { text: 'secret: swordfish' } };
const changes = ['connections.relay.host: "a" instead of "b"', `token svc_${'a'.repeat(32)}`];

let app: ConsoleUnderTest;
let service: LinkedService | undefined;
let asked: [EditingRequest, Editor][];
let answer: () => Promise<Answered>;

/** Connects a service; `status` is what it reports of editing, if it reports anything. */
const connect = async (isOn: boolean, reported?: boolean): Promise<void> => {
  const editor = { ask: (...all: [EditingRequest, Editor]) => (asked.push(all), answer()) };
  const status = { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] } as const;
  const read = () => ({ ...status, ...(reported !== undefined && { editing: reported }) });
  service = linkedService(await listeningUrl(app), app.key, {
    ...(isOn && { editor }),
    status: { read, watch: () => () => undefined },
  });
  service.link.start();
  await until(async () => (await app.ports.store.syncStatuses(['studio-1']))[0]?.service != null);
};

const ask = (body: unknown) => app.operate('POST', path, body);
const history = () => app.ports.store.history('studio-1', { limit: 10 });
const recorded = () => app.audit.events.filter(({ operation }) => operation === 'studio.edit');
const editing = async () =>
  ((await app.operate('GET', '/api/studios/studio-1')).body as { studio: { editing: unknown } }).studio.editing;

beforeEach(async () => {
  [app, asked] = [await testConsole(), []];
  answer = () => Promise.resolve(E.right({ result: 'saved', version: { version: 2 }, changes }));
});
afterEach(async () => {
  await service?.link.stop();
  service = undefined;
  await app.server.close(0);
});

describe('@EDITING-8: an admin of the studio', () => {
  beforeEach(() => connect(true, true));

  it('asks the service, which gets the name of the operator', async () => {
    answer = () => Promise.resolve(E.right({ text: 'id: studio-1' }));
    expect(await ask({ ask: 'read' })).toMatchObject({ status: 200, body: { text: 'id: studio-1' } });
    expect(asked).toEqual([[{ ask: 'read' }, { name: 'operator:admin', isHost: false }]]);
  });

  it('is answered the failure of the service', async () => {
    answer = () => Promise.resolve(E.left(failure('not_found', 'version 7 is not kept')));
    expect(await ask({ ask: 'version', version: 7 })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('learns what is wrong with a request, which is not sent', async () => {
    expect(await ask({ ask: 'save', base: 0 })).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } });
    expect(asked).toEqual([]);
  });

  it.each(['operator', 'viewer'] as const)('an %s of the studio is refused', async (role) => {
    await setPassword(app.ports, 'other', 'another password');
    const change = changeOperator('other', { role: null, studioRoles: { 'studio-1': role } });
    await changeOperators(app.ports, changeByConsole(app.ports, 'test'), { summary: 'roles', change });
    const headers = { authorization: basic('other', 'another password') };
    expect((await app.call('POST', path, { body: save, headers })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('may send a text of a megabyte, and get one', async () => {
    const text = '"'.repeat(1_048_576);
    answer = () => Promise.resolve(E.right({ text }));
    const { status, body } = await ask({ ask: 'check', base: 1, change: { text } });
    expect([status, (body as { text: string }).text === text]).toEqual([200, true]);
    expect(asked[0]?.[0]).toMatchObject({ change: { text } });
  });
});

describe('@EDITING-9: the history and the audit log', () => {
  beforeEach(() => connect(true, true));

  it('record a change with its operator and what has changed, without tokens and the file', async () => {
    await ask(save);
    const summary = 'saved the studio file: connections.relay.host: "a" instead of "b"; token ***';
    expect((await history())[0]).toMatchObject({ operator: 'admin', action: 'studio.edit', summary });
    expect(recorded()).toMatchObject([{ kind: 'change', caller: 'operator:admin', status: 200, summary }]);
    expect(JSON.stringify([await history(), app.audit.events, app.log.lines])).not.toContain('swordfish');
  });

  it.each([
    [
      { ask: 'restore', version: 3, base: 5 },
      { result: 'saved', changes: [] },
      'restored version 3 of the studio file: no value has changed',
    ],
    [{ ask: 'try', kind: 'signal', id: 'sig-1', action: 'on' }, { done: true }, 'tried the signal sig-1: on'],
    [{ ...save, ask: 'test', connection: 'relay' }, { connected: true, seen: [] }, 'tested the connection relay'],
  ])('name what was done by %j', async (request, answered, summary) => {
    answer = () => Promise.resolve(E.right(answered));
    await ask(request);
    expect((await history())[0]?.summary).toBe(summary);
  });

  it('record no reads, and of a change that was refused only the attempt', async () => {
    const before = (await history()).length;
    for (const request of [{ ask: 'read' }, { ask: 'versions' }, { ...save, ask: 'check' }]) await ask(request);
    expect(recorded()).toEqual([]);
    for (const result of ['refused', 'outdated']) {
      answer = () => Promise.resolve(E.right({ result, changes }));
      await ask(save);
    }
    expect(await history()).toHaveLength(before);
    expect(recorded().every(({ summary }) => summary === undefined)).toBe(true);
  });

  it('bound what a faulty service answers', async () => {
    answer = () =>
      Promise.resolve(E.right({ result: 'saved', changes: [7, ...Array.from({ length: 60 }, () => 'x'.repeat(500))] }));
    await ask(save);
    const summary = (await history())[0]?.summary ?? '';
    expect([summary.length < 11_000, summary.endsWith('and 10 more changes')]).toEqual([true, true]);
  });

  it('record a change that the service has not answered in time, and the operator reads it', async () => {
    const { promise, resolve } = Promise.withResolvers<Answered>();
    answer = () => promise;
    const answered = ask(save);
    await until(() => asked.length === 1);
    await app.clock.advance(answerMs);
    expect(await answered).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('30 seconds') as string },
    });
    expect((await history())[0]?.summary).toBe('saved the studio file: the service has not answered in time');
    resolve(E.right({}));
  });
});

describe('@EDITING-8: an answer is not delivered', () => {
  const removed = () => changeOperator('admin', { disabled: true });
  const lowered = () => changeOperator('admin', { role: 'operator' });

  it.each([
    ['has been disabled', removed, 401],
    ['is no admin any more', lowered, 403],
  ])('to an operator who %s, but the change is recorded', async (_who, change, status) => {
    await connect(true, true);
    const others = { username: 'second', role: 'admin' } as const;
    await setPassword(app.ports, others.username, 'another password');
    const { promise, resolve } = Promise.withResolvers<Answered>();
    answer = () => promise;
    const answered = ask(save);
    await until(() => asked.length === 1);
    await changeOperators(app.ports, changeByConsole(app.ports, 'test'), { summary: 'changed', change: change() });
    resolve(E.right({ result: 'saved', changes, text: 'the file' }));
    const { status: actual, text } = await answered;
    expect([actual, text.includes('the file')]).toEqual([status, false]);
    expect(recorded()).toMatchObject([{ kind: 'change', summary: expect.stringContaining('relay') as string }]);
  });

  it('of a session that has ended', async () => {
    await connect(true, true);
    const { promise, resolve } = Promise.withResolvers<Answered>();
    answer = () => promise;
    const headers = await app.signIn();
    const answered = app.call('POST', path, { body: { ask: 'read' }, headers });
    await until(() => asked.length === 1);
    await app.call('DELETE', '/api/session', { headers });
    resolve(E.right({ text: 'the file' }));
    expect((await answered).status).toBe(401);
  });
});

describe('@EDITING-7: a studio whose file can not be edited at the console', () => {
  it.each([
    ['whose host does not allow it', false, 409, 'does not allow editing'],
    ['whose service is too old', undefined, 409, 'too old'],
    ['whose service has another stream', true, 503, 'not connected'],
  ])('%s', async (_what, reported, status, message) => {
    await connect(false, reported);
    expect(await editing()).toBe(reported ?? null);
    const answered = ask(save);
    await until(async () => (await app.clock.advance(1_000), true));
    await app.clock.advance(3_000);
    expect(await answered).toMatchObject({ status, body: { message: expect.stringContaining(message) as string } });
    expect(asked).toEqual([]);
  });

  it('that is not connected', async () => {
    await connect(true, true);
    expect(await editing()).toBe(true);
    await service?.link.stop();
    await until(async () => (await editing()) === null);
    const answered = ask(save);
    await until(async () => (await app.clock.advance(3_000), true));
    await app.clock.advance(3_000);
    expect(await answered).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('not connected') as string },
    });
  });

  it('that is unknown', async () => {
    expect((await app.operate('POST', '/api/studios/unknown/studio-file', save)).status).toBe(404);
  });
});
