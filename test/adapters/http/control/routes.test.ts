// What the routes of the device API add to what an operation returns: headers, the log entry, and what follows the delivery.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { responseFormatOf } from '../../../../adapters/http/control/response-format.js';
import { statusOf } from '../../../../adapters/http/control/status.js';
import { controlRoutes } from '../../../../adapters/http/control/routes.js';
import { controlDocument } from '../../../../adapters/http/control/openapi/document.js';
import { openApiJsonFormat } from '../../../../adapters/http/control/raw-responses.js';
import { routeTable } from '../../../../adapters/http/control/route-table.js';
import type { DispatchResult } from '../../../../application/api/dispatch.js';
import type { ReportedCall } from '../../../../application/calls/call-reports.js';
import { manualClock } from '../../../../simulator/clock.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { failure, withoutData, type FailureCode } from '../../../../domain/failure.js';
import { base64, token } from '../../../domain/fixtures.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import type { RequestHead } from '../../../../adapters/http/server/request.js';
import { parseTarget } from '../../../../adapters/http/server/request-target.js';
import { createHttpServer } from '../../../../adapters/http/server/server.js';
import { connectTo, MemoryConnection, settle } from '../memory-connection.js';
import { parseResponses, rawRequest, type RawResponse } from '../raw-client.js';

const onAnswered = vi.fn();
const clock = manualClock(1_000);
beforeEach(() => {
  onAnswered.mockClear();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ok: DispatchResult = { caller: 'loopback', response: E.right({ body: {}, plain: 'OK' }) };

const refused = (message: string): DispatchResult => ({ ...ok, response: E.left(failure('not_found', message)) });

/** The routes, of which one is deprecated. */
const withDeprecated = routeTable.map((entry) => ({
  ...entry,
  operations: entry.operations.map((operation) => ({
    ...operation,
    ...(operation.name === 'signal.list' && {
      deprecation: { since: '2027-01-31', sunset: '2028-01-31', instead: 'read `/api/v2/state`' },
    }),
  })),
}));

/** Sends a call to routes whose every operation takes 250 ms and returns this. */
const call = async (result: DispatchResult, target: string, headers: readonly string[] = []): Promise<RawResponse> => {
  const dispatch = (): Promise<DispatchResult> => {
    vi.advanceTimersByTime(250);
    return Promise.resolve(result);
  };
  const server = createHttpServer({
    ...controlRoutes(withDeprecated, { dispatch, clock, onAnswered }),
    log: memoryLog(),
  });
  const [response] = parseResponses((await connectTo(server, rawRequest('GET', target, headers))).written);
  if (response === undefined) throw new Error(`no response to ${target}`);
  return response;
};

const headOf = (path: string): RequestHead => ({ ...parseTarget(path), method: 'GET', address: '' });

const play = '/api/v2/outputs/main/clips/3/play';

describe('the names of unknown parameters', () => {
  const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `name${String(at)}`);

  it.each([
    [20, ''],
    [21, ', ...'],
  ])('are listed up to 20: %i', async (count, more) => {
    const { headers } = await call(ok, `/api/v2/signals?${names(count).join('&')}`);
    expect(headers['x-ignored-parameters']).toBe(names(20).join(', ') + more);
  });

  it.each([
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), `${'x'.repeat(64)}...`],
    ['é'.repeat(11), `${'%C3%A9'.repeat(10)}...`],
  ])('have up to 64 characters each, encoded: %s', async (name, listed) => {
    const { headers } = await call(ok, `/api/v2/signals?${encodeURIComponent(name)}=1`);
    expect(headers['x-ignored-parameters']).toBe(listed);
  });
});

describe('the message of a failure in plain text', () => {
  it.each([
    ['x'.repeat(1_024), 'x'.repeat(1_024)],
    ['x'.repeat(1_025), `${'x'.repeat(1_024)}...`],
    ['é'.repeat(170), '%C3%A9'.repeat(170)],
    ['é'.repeat(171), `${'%C3%A9'.repeat(170)}...`],
    ['100 %', '100 %25'],
  ])('has up to 1,024 characters as a header, encoded', async (message, header) => {
    const { headers } = await call(refused(message), '/api/v2/plain/signals/sig-1');
    expect(headers['x-error-message']).toBe(header);
  });
});

describe('@COMPATIBILITY-2: an operation that will end', () => {
  it.each([
    ['/api/v2/signals', ok],
    ['/api/v2/plain/signals', ok],
    ['/api/v2/signals', refused('no')],
  ])('states it in each answer: %s', async (target, result) => {
    const { headers } = await call(result, target);
    expect(headers).toMatchObject({ deprecation: '@1801353600', sunset: 'Mon, 31 Jan 2028 00:00:00 GMT' });
  });

  it.each(['/api/v2/macros', '/api/signals'])('others state nothing, as legacy routes: %s', async (target) => {
    expect(Object.keys((await call(refused('no'), target)).headers)).not.toContain('deprecation');
  });

  it('the document states what to call instead', () => {
    const title = { name: 'Studio Control', version: '1.0.0', simulated: false };
    const { paths } = controlDocument(withDeprecated, title)(defaultConfiguration('any'));
    const text = JSON.stringify(paths['/api/v2/signals']);
    expect(text).toContain('"deprecated":true');
    expect(text).toContain('it ends on 2028-01-31. Instead: read `/api/v2/state`.');
    expect(JSON.stringify(paths['/api/v2/macros'])).not.toContain('deprecated');
  });
});

describe('a failure with soft=1', () => {
  it.each(Object.entries(statusOf))('%s has the status 200 in plain text, and 401 stays', async (code, status) => {
    const failed = { ...ok, response: E.left(withoutData(code as FailureCode, 'it failed')) };
    const softened = await call(failed, '/api/v2/plain/signals/sig-1?soft=1');
    expect([softened.status, softened.body]).toEqual([status === 401 ? 401 : 200, `ERR ${code}`]);
    expect((await call(failed, '/api/v2/plain/signals/sig-1')).status).toBe(status);
    expect((await call(failed, '/api/v2/signals/sig-1?soft=1')).status).toBe(status);
  });
});

describe('a page of another origin', () => {
  it.each([
    ['device:Panel', '*'],
    ['loopback', '*'],
    ['legacy:EXTERNAL_APP', undefined],
    ['legacy:OUTPUT_PLAYER', undefined],
  ])('@CORS-2: that sends a token reads the answer to %s: %s', async (caller, allowed) => {
    const { headers } = await call({ ...ok, caller }, `/api/v2/signals?token=${token(9)}`);
    expect(headers['access-control-allow-origin']).toBe(allowed);
  });

  it.each([
    [base64('any:password'), undefined],
    [base64(`any:${token(1)}`), '*'],
  ])('@CORS-2: reads the answer to a Basic password only if it is a token', async (credentials, allowed) => {
    const { headers } = await call(ok, '/api/v2/signals', [`Authorization: Basic ${credentials}`]);
    expect(headers['access-control-allow-origin']).toBe(allowed);
  });
});

describe('an answered call', () => {
  it('is recorded with the status of its failure, also if soft=1 hides it', async () => {
    const result = { ...refused('there is no clip'), action: 'action-1' };
    const { status, headers } = await call(result, `/api/v2/plain/outputs/main/clips/3/play?soft=1`);
    expect([status, headers['x-action-id']]).toEqual([200, 'action-1']);
    expect(onAnswered.mock.calls[0]?.[0]).toMatchObject({
      call: { status: 404, error: 'not_found' },
      action: { operation: 'clip.play', actionId: 'action-1' },
    });
  });

  it('is recorded with its time, how long it took, and what is reported of it', async () => {
    const reported = {} as ReportedCall;
    await call({ ...ok, decidedBy: { step: 'host' }, reported }, '/api/v2/signals');
    expect(onAnswered.mock.calls).toMatchObject([
      [{ timeMs: 1_000, decidedBy: { step: 'host' }, answeredAfterMs: 250, reported }],
    ]);
  });

  it.each([
    ['succeeded', ok],
    ['failed', refused('there is no clip')],
  ])('that %s is reported as delivered, once', async (_how, result) => {
    const onDelivered = vi.fn();
    await call({ ...result, action: 'action-1', onDelivered }, play, ['Connection: close']);
    expect(onDelivered).toHaveBeenCalledTimes(1);
  });
});

describe('an action whose caller hangs up is reported as delivered, once,', () => {
  /** Sends calls of one connection, whose other end reads nothing. Each ends when it gets its result. */
  const callers = async (count: number) => {
    const calls = Array.from({ length: count }, () => Promise.withResolvers<DispatchResult>());
    const results = calls.map(({ promise }) => promise);
    const routes = controlRoutes(routeTable, {
      dispatch: () => results.shift() ?? expect.unreachable(),
      clock,
      onAnswered,
    });
    const server = createHttpServer({ ...routes, log: memoryLog() });
    const unread = new MemoryConnection('192.0.2.1', false);
    const connection = await connectTo(server, rawRequest('GET', play).repeat(count), unread);
    const onDelivered = vi.fn();
    return {
      onDelivered,
      hangUp: async () => {
        connection.destroy();
        await settle();
      },
      answer: async (at: number) => {
        calls[at]?.resolve({ ...ok, action: `action-${String(at)}`, onDelivered });
        await settle();
      },
    };
  };

  it('if there was no answer yet', async () => {
    const { onDelivered, hangUp, answer } = await callers(1);
    await hangUp();
    expect(onDelivered).not.toHaveBeenCalled();
    await answer(0);
    expect(onDelivered).toHaveBeenCalledTimes(1);
  });

  it('if the answer is on its way', async () => {
    const { onDelivered, hangUp, answer } = await callers(1);
    await answer(0);
    expect(onDelivered).not.toHaveBeenCalled();
    await hangUp();
    expect(onDelivered).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['before', ['hangUp', 'answer']],
    ['after', ['answer', 'hangUp']],
  ] as const)('if it does so %s the answer, which waits behind another one, is ready', async (_, steps) => {
    const caller = await callers(2);
    for (const step of steps) await caller[step](1);
    expect(caller.onDelivered).toHaveBeenCalledTimes(1);
  });
});

describe('the format of an unknown path', () => {
  it.each([
    ['/api/v2', '{"ok":false,"error":"not_found","message":"nothing"}'],
    ['/api/v2/attic', '{"ok":false,"error":"not_found","message":"nothing"}'],
    ['/api/v2/plainer', '{"ok":false,"error":"not_found","message":"nothing"}'],
    ['/api/v2/plain/attic', 'ERR not_found'],
    ['/api/v2plain', 'Not Found'],
    ['/api/v20/signals', 'Not Found'],
  ])('%s is that of its whole segments', (path, body) => {
    expect(responseFormatOf(path).failure(failure('not_found', 'nothing'), headOf(path)).body).toBe(body);
  });
});

describe('a legacy call that the server refuses', () => {
  it.each([
    ['/status', ['Content-Length: 1048577'], 413, 'Payload Too Large'],
    ['/api/state/state', ['Expect: a miracle'], 417, 'Expectation Failed'],
    [`/status?${'x'.repeat(8_192)}`, [], 414, 'URI Too Long'],
  ])('has its own status and the text of it', async (target, headers, status, body) => {
    expect(await call(ok, target, headers)).toMatchObject({ status, body });
    expect(onAnswered.mock.calls[0]?.[0]).toMatchObject({ call: { caller: null, status, error: 'invalid_parameter' } });
  });
});

it('a document is encoded once, until it changes', () => {
  const bodyOf = (document: string) =>
    openApiJsonFormat.success(
      { body: { document }, plain: '' },
      { operation: 'reference.openapi', action: undefined, isAction: false },
    ).body;
  const [first, again, changed] = [bodyOf('ä'), bodyOf('ä'), bodyOf('ö')];
  expect(first).toEqual(Buffer.from('ä'));
  expect(again).toBe(first);
  expect(changed).toEqual(Buffer.from('ö'));
});
