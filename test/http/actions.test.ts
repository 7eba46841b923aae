// Actions and unruly callers: each action happens once and is answered once, by a status on which no panel repeats it.
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import got from 'got';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InjectedFault } from '../../simulator/fault.js';
import { rightOf } from '../domain/fixtures.js';
import { startService, type TestService } from './service.js';
import { ask, converse, dial, request } from './wire.js';

let on: TestService;
beforeAll(async () => {
  on = await startService();
});
afterAll(() => on.close());
beforeEach(() => {
  on.studio.reset();
});

/** Statuses on which panels and HTTP libraries repeat a GET by themselves. */
const repeatedOn = [408, 413, 429, 500, 502, 503, 504, 521, 522, 524];

const switchOn = '/api/v2/plain/signals/sig-1/on';

const afflict = (fault: InjectedFault): void => {
  rightOf(on.studio.setFault('sig-1', fault));
};

describe('a caller that hangs up', () => {
  it('cancels nothing: 1,000 actions of 1,000 callers happen once each', async () => {
    afflict({ type: 'late', delayMs: 3_000 });
    const before = on.log.lines.length;
    const call = async (at: number): Promise<Socket> => {
      const socket = await dial(on.port);
      socket.on('error', () => undefined).write(request('GET', `${switchOn}?timeout=6000&call=${String(at)}`));
      return socket;
    };
    const callers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => call(at)));
    const allSent = (): void => {
      expect(on.studio.commands()).toHaveLength(1_000);
    };
    await vi.waitFor(allSent, 10_000);
    for (const [at, socket] of callers.entries()) if (at % 2 === 0) socket.destroy();
    for (const socket of callers) if (!socket.destroyed) socket.resetAndDestroy();
    await vi.waitFor(() => {
      expect(on.studio.commands().map(({ outcome }) => outcome)).toEqual(Array(1_000).fill('executed'));
    }, 10_000);
    await vi.waitFor(() => {
      const calls = on.log.lines.slice(before).filter((line) => line.includes(switchOn));
      expect(new Set(calls.map((line) => /call=\d+/.exec(line)?.[0])).size).toBe(1_000);
      expect(calls).toHaveLength(1_000);
    }, 10_000);
  });
});

describe('what comes after an action on the same connection', () => {
  it.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['is too long', request('GET', `/${'a'.repeat(40_000)}`)],
    ['is another protocol', request('GET', '/', ['Connection: Upgrade', 'Upgrade: websocket'])],
    ['has a broken body', request('POST', '/status', ['Transfer-Encoding: chunked'], 'zz\r\n')],
  ])('%s, and waits for the action to be answered', async (_what, octets) => {
    afflict({ type: 'late', delayMs: 200 });
    const { answers, closed } = await converse(on.port, request('GET', switchOn) + octets, 1_500);
    expect(answers[0]).toMatchObject({ status: 200, body: 'OK' });
    expect(answers).toHaveLength(2);
    expect(answers[1]?.status).toBeGreaterThanOrEqual(400);
    expect(closed).toBe(true);
  });

  it('does not close the connection under an action that waits long', async () => {
    afflict({ type: 'lost' });
    const { answers } = await converse(
      on.port,
      request('GET', `${switchOn}?timeout=700`) + request('GET', '/status'),
      1_500,
    );
    expect(answers.map(({ status }) => status)).toEqual([424, 200]);
  });
});

describe('a body', () => {
  it('has to be here before an action begins', async () => {
    const socket = await dial(on.port);
    socket.write(request('POST', switchOn, ['Content-Length: 4'], '{}'));
    await delay(100);
    expect(on.studio.commands()).toEqual([]);
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write('  ');
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 .*OK$/s);
    expect(on.studio.commands()).toHaveLength(1);
    socket.destroy();
  });

  it('that never ends begins nothing', async () => {
    const socket = await dial(on.port);
    socket.end(request('POST', switchOn, ['Content-Length: 4'], '{}'));
    await delay(100);
    expect(on.studio.commands()).toEqual([]);
    expect(on.requests()[0]).toMatchObject({ method: 'POST', path: switchOn, status: 400 });
  });
});

describe('a panel that repeats calls by itself', () => {
  const faults: readonly (readonly [InjectedFault, number, number])[] = [
    [{ type: 'late', delayMs: 300 }, 424, 1],
    [{ type: 'lost' }, 424, 1],
    [{ type: 'duplicate' }, 200, 1],
    [{ type: 'refused' }, 424, 1],
    [{ type: 'offline' }, 424, 0],
    [{ type: 'frozen' }, 424, 1],
    [{ type: 'broken' }, 424, 0],
  ];

  it.each(faults)('sends an action once when the device is %o', async (fault, status, commands) => {
    afflict(fault);
    const url = `http://127.0.0.1:${String(on.port)}${switchOn}?timeout=150`;
    const answer = await got(url, { throwHttpErrors: false });
    expect(answer.statusCode).toBe(status);
    expect(repeatedOn).not.toContain(answer.statusCode);
    expect(answer.retryCount).toBe(0);
    expect(on.studio.commands()).toHaveLength(commands);
  });

  it('plays a clip once when its acknowledgement is late', async () => {
    rightOf(on.studio.setFault('out-1', { type: 'late', delayMs: 400 }));
    const url = `http://127.0.0.1:${String(on.port)}/api/v2/outputs/main/clips/3/play?timeout=100`;
    await expect(got(url).json()).rejects.toMatchObject({ response: { statusCode: 424 } });
    expect(on.studio.commands()).toHaveLength(1);
  });
});

describe('something unforeseen after a command was sent', () => {
  it('is told as device_error', async () => {
    vi.spyOn(on.studio.signalLines, 'switch').mockImplementationOnce(() => {
      throw new Error('a secret from inside');
    });
    const answer = await ask(on.port, request('GET', '/api/v2/signals/sig-1/on'));
    expect(answer.status).toBe(424);
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'device_error' });
    expect(answer.body).not.toContain('inside');
  });
});
