// What remains of a panel that has given up, and of random numbers that a snapshot doesn't name: nothing.
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { observedService } from '../../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../../infra/simulated/page.js';
import { type SteeringClient, steeringClient } from '../../../simulator/client/steering-client.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { makePanelCall } from '../../../simulator/panel/panel-client.js';
import { deviceRandoms } from '../../../simulator/random.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { type TestService, startHttpService } from '../../adapters/http/service.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { access, token } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { checkedCalls, openApi } from '../api-bench.js';

it('a panel that has given up closes its connection', async () => {
  const clock = manualClock();
  const connection = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => {
      written();
    },
  });
  const deps = { connect: () => connection, url: 'http://127.0.0.1:1', clock };
  const called = makePanelCall({ path: '/api/v2', timeoutMs: 100 }, deps);
  await clock.advance(200);
  expect(await called).toMatchObject([{ outcome: 'timed_out', status: null }]);
  expect(connection.destroyed).toBe(true);
});

it('generators without a state in a snapshot start again with its seed', () => {
  const randoms = deviceRandoms(1);
  const series = () => Array.from({ length: 5 }, () => randoms.of('out-1').between(0, 1_000_000));
  const first = series();
  expect(series()).not.toEqual(first);
  randoms.restore({ seed: 1, devices: {} });
  expect(series()).toEqual(first);
});

describe('a panel’s call by the steering API', () => {
  const redLight = '/api/v2/plain/signals/red-light/on';
  const lan = '192.168.0.20';
  const far = '203.0.113.20';

  let clock: ManualClock;
  let service: TestService;
  let server: HttpServer;
  let url: string;
  let client: SteeringClient;
  beforeEach(async () => {
    clock = manualClock();
    service = await startHttpService(clock);
    const observed = observedService(service.composed, 'http://studio.example:3002');
    const studio = { studio: service.studio, clock: steeredManually(clock), service: observed };
    server = await simulatorServer({ ...studio, log: memoryLog(), names: [] });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
    client = steeringClient(checkedCalls(url));
  });
  afterEach(async () => {
    await server.close(0);
    await service.close();
  });

  const commands = () => service.studio.commands();

  /** Advances the clock until a promise settles. */
  const settled = async <A>(promise: Promise<A>, stepMs = 50): Promise<A> => {
    let isSettled = false;
    const end = (): void => void (isSettled = true);
    promise.then(end, end);
    await eventually('the promise settles', async () => {
      await service.composed.settled();
      await clock.advance(stepMs);
      return isSettled;
    });
    return promise;
  };

  describe('its address', () => {
    it('is that of the host unless the call names another', async () => {
      const [attempt] = await client.makeCall({ path: '/api/v2/plain/signals/red-light' });
      expect(attempt).toMatchObject({ outcome: 'answered', status: 200, body: '0', errorMessage: null });
      expect(service.requests()).toMatchObject([{ caller: 'loopback', address: '127.0.0.1' }]);
    });

    it('is admitted in the LAN by access without a token, and far away by a token only', async () => {
      service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
      const path = '/api/v2/plain/signals/red-light';
      expect(await client.makeCall({ path, address: lan })).toMatchObject([{ status: 200 }]);
      expect(await client.makeCall({ path, address: far })).toMatchObject([
        { status: 401, body: expect.stringMatching(/^ERR unauthorized/) as string },
      ]);
      expect(await client.makeCall({ path, address: far, token: token(1) })).toMatchObject([{ status: 200 }]);
      expect(service.requests().map(({ address, caller }) => [address, caller])).toEqual([
        [far, 'device:Panel'],
        [far, null],
        [lan, 'lan:whole-lan'],
      ]);
      expect(JSON.stringify(service.requests())).not.toContain(token(1));
    });

    it.each([
      ['address', { path: '/', address: 'far' }],
      ['path', { path: 'http://other.example/' }],
      ['path', { path: '/a b' }],
      ['token', { path: '/', token: 'two words' }],
      ['timeoutMs', { path: '/', timeoutMs: 0 }],
    ])('is refused with a wrong %s', async (field, call) => {
      await expect(client.makeCall(call)).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringContaining(field) as string,
      });
      expect(service.requests()).toEqual([]);
    });
  });

  describe('its client', () => {
    it('receives the answer once the device has confirmed, with the id of the action that the command has', async () => {
      const [attempt] = await settled(client.makeCall({ path: redLight }));
      expect(attempt).toMatchObject({ outcome: 'answered', status: 200, body: expect.stringMatching(/^OK/) as string });
      expect(commands()).toMatchObject([{ source: { action: attempt?.action } }]);
    });

    it('receives the error and its message when the acknowledgement is lost', async () => {
      await client.setFault('sig-1', { type: 'lost', commands: 1 });
      const [attempt] = await settled(client.makeCall({ path: redLight }), 500);
      expect(attempt?.body).toMatch(/^ERR ack_timeout/);
      expect(attempt?.errorMessage).toMatch(/no acknowledgement/);
    });

    it('hangs up, does not repeat that, and the command is carried out all the same', async () => {
      expect(await client.makeCall({ path: redLight, hangsUp: true, repeats: 2 })).toMatchObject([
        { outcome: 'hung_up', status: null },
      ]);
      await expect.poll(commands).toHaveLength(1);
      await clock.advance(100);
      expect(service.studio.signalLines.value('sig-1')).toBe(true);
    });

    it('reads no stream', async () => {
      expect(await client.makeCall({ path: '/api/v2/events' })).toMatchObject([{ outcome: 'streaming', status: 200 }]);
    });
  });

  describe('another station', () => {
    it('takes the studio over, so that calls for the station before are refused', async () => {
      expect(await client.hold('Bravo TV')).toBe('Bravo TV');
      const [attempt] = await client.makeCall({ path: '/api/v2/plain/outputs/main/clips/weather/play?station=alpha' });
      expect(attempt).toMatchObject({ status: 409, body: expect.stringMatching(/^ERR station_mismatch/) as string });
      expect(await client.hold(null)).toBeNull();
      expect(await client.hold('bravo')).toBe('Bravo TV');
      expect(commands()).toEqual([]);
    });

    it('is refused if the studio has no such station', async () => {
      await expect(client.hold('nowhere')).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringContaining('nowhere') as string,
      });
    });
  });

  it('has no service to call if that runs in another process', async () => {
    const bench = await openApi();
    await expect(bench.client.hold('bravo')).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.client.makeCall({ path: redLight })).rejects.toMatchObject({ code: 'conflict' });
    await bench.close();
  });
});
