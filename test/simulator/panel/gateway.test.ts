// Calls of the pages of screens on the simulator: the service sees the virtual client, with its token and its faults.
import { Duplex, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { observedService, type FollowedService } from '../../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../../infra/simulated/page.js';
import { steeringClient, type SteeringClient } from '../../../simulator/client/steering-client.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { gateway } from '../../../simulator/panel/gateway.js';
import { clientChoice } from '../../../simulator/panel/virtual-client.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { startHttpService, type TestService } from '../../adapters/http/service.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { access, token } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { checkedCalls } from '../api-bench.js';

describe('a call of a screen on the simulator', () => {
  let clock: ManualClock;
  let service: TestService;
  let observed: FollowedService;
  let server: HttpServer;
  let url: string;
  let client: SteeringClient;
  beforeEach(async () => {
    clock = manualClock();
    service = await startHttpService(clock);
    observed = observedService(service.composed, 'http://studio.example:3002');
    const studio = { studio: service.studio, clock: steeredManually(clock), service: observed };
    server = await simulatorServer({ ...studio, log: memoryLog(), names: [] });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
    client = steeringClient(checkedCalls(url));
  });
  afterEach(async () => {
    await server.close(0);
    await service.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}/api/v2${path}`, { headers });

  /** Switches the red light on, and lets the device confirm it. Resolves with the status once the whole answer is there. */
  const press = async (): Promise<number> => {
    let isSettled = false;
    const answer = fetch(`${url}/api/v2/signals/red-light/on?key=press-1`, { method: 'POST' })
      .then(async (response) => {
        await response.text();
        return response.status;
      })
      .finally(() => void (isSettled = true));
    answer.catch(() => undefined);
    await eventually('the call ends', async () => {
      await service.composed.settled();
      await clock.advance(50);
      return isSettled;
    });
    return answer;
  };

  it('@DEMO-6: comes from the address of the client, with the token of the screen unless the client has one', async () => {
    service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
    expect(await client.setVirtualClient({ address: '203.0.113.20' })).toEqual({
      address: '203.0.113.20',
      fault: null,
      hasToken: false,
    });
    expect((await get('/signals/red-light')).status).toBe(401);
    expect((await get('/signals/red-light', { Authorization: `Bearer ${token(1)}` })).status).toBe(200);
    expect(await client.setVirtualClient({ token: token(1) })).toMatchObject({ hasToken: true });
    const answer = await get('/signals/red-light', { Authorization: `Bearer ${token(2)}`, Origin: url });
    expect([answer.status, await answer.json()]).toMatchObject([200, { signal: { value: false } }]);
    expect(service.requests().map(({ address, caller }) => [address, caller])).toEqual([
      ['203.0.113.20', 'device:Panel'],
      ['203.0.113.20', 'device:Panel'],
      ['203.0.113.20', null],
    ]);
    expect(JSON.stringify(await client.virtualClient())).not.toContain(token(1));
  });

  it('is answered as by the service itself, and the action is carried out', async () => {
    expect(await press()).toBe(200);
    expect((await get('/signals/none')).status).toBe(404);
    expect(service.studio.signalLines.value('sig-1')).toBe(true);
  });

  it('breaks off without an answer when the client hangs up, and the action is carried out once', async () => {
    await client.setVirtualClient({ fault: { type: 'hangs_up' } });
    expect((await get('/signals/red-light')).status).toBe(200);
    await expect(press()).rejects.toThrow();
    await expect.poll(() => service.studio.commands()).toHaveLength(1);
  });

  it('has no answer while the client loses answers, until the page gives up', async () => {
    await client.setVirtualClient({ fault: { type: 'loses_answers' } });
    const end = new AbortController();
    const answer = fetch(`${url}/api/v2/signals/red-light/on`, { method: 'POST', signal: end.signal });
    answer.catch(() => undefined);
    await eventually('the service has answered', async () => {
      await service.composed.settled();
      await clock.advance(50);
      return service.requests().length === 1;
    });
    end.abort();
    await expect(answer).rejects.toThrow();
  });

  it('has its answer later on the studio’s clock when the client is slow', async () => {
    await client.setVirtualClient({ fault: { type: 'slow', delayMs: 3_000 } });
    let status = 0;
    const answer = get('/signals/red-light').then((response) => void ({ status } = response));
    await expect.poll(() => service.requests().length).toBe(1);
    await expect.poll(() => clock.waiting()).toBeGreaterThan(0);
    await clock.advance(2_999);
    expect(status).toBe(0);
    await eventually('the answer arrives', async () => {
      await clock.advance(1);
      return status === 200;
    });
    await answer;
  });

  it('does not pass while the link is cut, and running streams end', async () => {
    const stream = await get('/events');
    const body = stream.text();
    body.catch(() => undefined);
    await client.setVirtualClient({ fault: { type: 'cut' } });
    await expect(body).rejects.toThrow();
    await expect(get('/signals/red-light').then((response) => response.text())).rejects.toThrow();
    expect(service.requests()).toHaveLength(1);
    await client.reset();
    expect((await get('/signals/red-light')).status).toBe(200);
  });

  it('ends its stream when the client becomes another one, and when the service stops', async () => {
    const ended = async (end: () => unknown): Promise<void> => {
      const body = (await get('/events')).text().catch(() => undefined);
      await end();
      await body;
    };
    await ended(() => client.setVirtualClient({ token: token(1) }));
    await ended(() => service.composed.stop());
    observed.follow(undefined);
    await expect(get('/signals/red-light').then((response) => response.text())).rejects.toThrow();
  });

  it('may be made by a page in a frame of the simulator’s own, and of nobody else', async () => {
    const policyOf = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy');
    for (const path of ['/panels/studio', '/displays/main', '/displays/tally/cam-1'])
      expect(await policyOf(path)).toMatch(/^default-src 'none'; .*frame-ancestors 'self'; manifest-src 'self'$/);
    expect(await policyOf('/')).toMatch(/frame-ancestors 'none'; frame-src 'self'$/);
  });
});

it('a page that is gone closes the connection to the service', async () => {
  const connection = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => {
      written();
    },
  });
  const ended = new AbortController();
  const call = { method: 'GET', target: '/api/v2/events', headers: {}, body: Readable.from([]), ended: ended.signal };
  const deps = { connect: () => connection, url: 'http://127.0.0.1:1', clock: manualClock() };
  const answer = gateway(clientChoice(), deps)(call);
  ended.abort();
  expect(await answer).toBeNull();
  expect(connection.destroyed).toBe(true);
});
