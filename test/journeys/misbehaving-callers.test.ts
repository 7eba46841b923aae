// Actions of misbehaving callers: each runs once and is answered once, with a status that no client retries
// (ERROR-23, ERROR-24).
import type { Socket } from 'node:net';
import got from 'got';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InjectedFault } from '../../simulator/fault.js';
import { rightOf } from '../domain/fixtures.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { send, exchange, openSocket, rawRequest } from '../adapters/http/raw-client.js';

let service: TestService;
beforeAll(async () => {
  service = await startHttpService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.studio.reset();
});

/** Statuses on which panels and HTTP libraries repeat a GET automatically. */
const retriedStatuses = [408, 413, 429, 500, 502, 503, 504, 521, 522, 524];

const switchOn = '/api/v2/plain/signals/sig-1/on';

const injectFault = (fault: InjectedFault): void => {
  rightOf(service.studio.setFault('sig-1', fault));
};

describe('a caller that disconnects', () => {
  it('cancels nothing: 1,000 actions of 1,000 callers run once each', async () => {
    injectFault({ type: 'late', delayMs: 3_000 });
    const before = service.log.lines.length;
    const call = async (at: number): Promise<Socket> => {
      const socket = await openSocket(service.port);
      socket.on('error', () => undefined).write(rawRequest('GET', `${switchOn}?timeout=6000&call=${String(at)}`));
      return socket;
    };
    const callers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => call(at)));
    const allSent = (): void => {
      expect(service.studio.commands()).toHaveLength(1_000);
    };
    await vi.waitFor(allSent, 10_000);
    for (const [at, socket] of callers.entries()) if (at % 2 === 0) socket.destroy();
    for (const socket of callers) if (!socket.destroyed) socket.resetAndDestroy();
    await vi.waitFor(() => {
      expect(service.studio.commands().map(({ outcome }) => outcome)).toEqual(Array(1_000).fill('executed'));
    }, 10_000);
    await vi.waitFor(() => {
      const calls = service.log.lines.slice(before).filter((line) => line.includes(switchOn));
      expect(new Set(calls.map((line) => /call=\d+/.exec(line)?.[0])).size).toBe(1_000);
      expect(calls).toHaveLength(1_000);
    }, 10_000);
  });
});

describe('a request after an action on the same connection', () => {
  it.each([
    ['that is not HTTP', 'hello\r\n\r\n'],
    ['that is too long', rawRequest('GET', `/${'a'.repeat(40_000)}`)],
    ['of another protocol', rawRequest('GET', '/', ['Connection: Upgrade', 'Upgrade: websocket'])],
    ['with a malformed body', rawRequest('POST', '/status', ['Transfer-Encoding: chunked'], 'zz\r\n')],
  ])('%s is answered after the action', async (_case, bytes) => {
    injectFault({ type: 'late', delayMs: 200 });
    const { responses, closed } = await exchange(service.port, rawRequest('GET', switchOn) + bytes, 1_500);
    expect(responses[0]).toMatchObject({ status: 200, body: 'OK' });
    expect(responses).toHaveLength(2);
    expect(responses[1]?.status).toBeGreaterThanOrEqual(400);
    expect(closed).toBe(true);
  });

  it('waits for a long action, and the connection stays open', async () => {
    injectFault({ type: 'lost' });
    const { responses } = await exchange(
      service.port,
      rawRequest('GET', `${switchOn}?timeout=700`) + rawRequest('GET', '/status'),
      10_000,
      2,
    );
    expect(responses.map(({ status }) => status)).toEqual([424, 200]);
  });
});

describe('an action with a body', () => {
  it('starts after its body has arrived', async () => {
    const socket = await openSocket(service.port);
    socket.write(rawRequest('POST', switchOn, ['Content-Length: 4'], '{}'));
    // A later call was answered, so the service has read what was written before.
    await send(service.port, rawRequest('GET', '/status'));
    expect(service.studio.commands()).toEqual([]);
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write('  ');
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 .*OK$/s);
    expect(service.studio.commands()).toHaveLength(1);
    socket.destroy();
  });

  it('does not start if its body is incomplete', async () => {
    const socket = await openSocket(service.port);
    socket.end(rawRequest('POST', switchOn, ['Content-Length: 4'], '{}'));
    const refused = { method: 'POST', path: switchOn, status: 400 };
    await vi.waitFor(() => {
      expect(service.requests()[0]).toMatchObject(refused);
    }, 10_000);
    expect(service.studio.commands()).toEqual([]);
  });
});

describe('a client that repeats calls automatically', () => {
  const faults: readonly (readonly [InjectedFault, number, number])[] = [
    [{ type: 'late', delayMs: 300 }, 424, 1],
    [{ type: 'lost' }, 424, 1],
    [{ type: 'duplicate' }, 200, 1],
    [{ type: 'refused' }, 424, 1],
    [{ type: 'offline' }, 424, 0],
    [{ type: 'frozen' }, 424, 1],
    [{ type: 'broken' }, 424, 0],
  ];

  it.each(faults)('sends an action once with the fault %o', async (fault, status, commands) => {
    injectFault(fault);
    const url = `http://127.0.0.1:${String(service.port)}${switchOn}?timeout=150`;
    const response = await got(url, { throwHttpErrors: false });
    expect(response.statusCode).toBe(status);
    expect(retriedStatuses).not.toContain(response.statusCode);
    expect(response.retryCount).toBe(0);
    expect(service.studio.commands()).toHaveLength(commands);
  });

  it('plays a clip once when its acknowledgement is late', async () => {
    rightOf(service.studio.setFault('out-1', { type: 'late', delayMs: 400 }));
    const url = `http://127.0.0.1:${String(service.port)}/api/v2/outputs/main/clips/3/play?timeout=100`;
    await expect(got(url).json()).rejects.toMatchObject({ response: { statusCode: 424 } });
    expect(service.studio.commands()).toHaveLength(1);
  });
});

describe('an unexpected error after a command was sent', () => {
  it('is reported as device_error', async () => {
    vi.spyOn(service.studio.signalLines, 'send').mockImplementationOnce(() => {
      throw new Error('an internal detail');
    });
    const response = await send(service.port, rawRequest('GET', '/api/v2/signals/sig-1/on'));
    expect(response.status).toBe(424);
    expect(JSON.parse(response.body)).toMatchObject({ error: 'device_error' });
    expect(response.body).not.toContain('detail');
  });
});
