// The steering of a simulated studio: its functions and its routes.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../application/ports/clock.js';
import { steeringRoutes, changeStream } from '../../simulator/routes.js';
import { steering, type Steering } from '../../simulator/steering.js';
import { sentCommand } from '../contracts/device-commands.js';
import { simulatorBench, type SimulatorBench } from './bench.js';

let bench: SimulatorBench;
let steer: Steering;
beforeEach(() => {
  bench = simulatorBench();
  steer = steering(bench.studio, bench.clock);
});

const refusal = (code: string, message: unknown) => E.left({ code, message });

describe('the steering', () => {
  it('sets, shows and clears faults', () => {
    const fault = { type: 'late', delayMs: 250 };
    expect(steer.setFault('cam-1', fault)).toMatchObject(E.right({ device: { id: 'cam-1', fault, connected: true } }));
    expect(steer.devices()).toMatchObject({
      right: {
        devices: expect.arrayContaining([
          expect.objectContaining({ id: 'cam-1', fault }),
          expect.objectContaining({ id: 'cam-2', fault: null }),
        ]) as unknown,
      },
    });
    expect(steer.clearFault('cam-1')).toMatchObject(E.right({ device: { fault: null } }));
  });

  it.each([
    [
      { type: 'unknown' },
      'body: expected an object whose type is one of late, lost, duplicate, refused, offline, frozen, ineffective, broken, osc_silent, osc_gaps, osc_late, osc_doubled, osc_reordered, osc_forged',
    ],
    [
      null,
      'body: expected an object whose type is one of late, lost, duplicate, refused, offline, frozen, ineffective, broken, osc_silent, osc_gaps, osc_late, osc_doubled, osc_reordered, osc_forged',
    ],
    [{ type: 'late' }, 'delayMs: expected a whole number from 1 to 600000'],
    [{ type: 'late', delayMs: 0.5 }, 'delayMs: expected a whole number from 1 to 600000'],
  ])('refuses an invalid fault: %j', (input, message) => {
    expect(steer.setFault('cam-1', input)).toEqual(refusal('invalid_parameter', message));
  });

  it('fails with not_found for an unknown device', () => {
    expect(steer.setFault('cam-9', { type: 'lost' })).toEqual(refusal('not_found', 'there is no device "cam-9"'));
    expect(steer.clearFault('cam-9')).toEqual(refusal('not_found', 'there is no device "cam-9"'));
  });
});

describe('the list of devices', () => {
  it('has the name of the studio', () => {
    expect(steer.devices()).toEqual(E.right({ studio: 'Studio One', devices: bench.studio.devices() }));
  });
});

describe('a manual clock', () => {
  it('can be read and advanced', async () => {
    const now = bench.clock.now();
    const view = (ms: number) => E.right({ clock: { now: new Date(now + ms).toISOString(), manual: true } });
    sentCommand(bench.studio.cameras.recall('cam-1', 'wide'));
    expect(steer.clock()).toEqual(view(0));
    expect(await steer.advance({ ms: 30 })).toEqual(view(30));
    expect(bench.studio.cameras.angle('cam-1')).toBe('wide');
  });

  it.each([{}, { ms: -1 }, { ms: 1.5 }, { ms: '5' }, { ms: 86_400_001 }])('is not advanced by %j', async (input) => {
    const message = 'ms: expected a whole number from 0 to 86400000';
    expect(await steer.advance(input)).toEqual(refusal('invalid_parameter', message));
  });
});

describe('a clock that shows real time', () => {
  it('can be read, but not advanced', async () => {
    const real: Clock = { now: bench.clock.now, after: bench.clock.after };
    expect(steering(bench.studio, real).clock()).toMatchObject({ right: { clock: { manual: false } } });
    expect(await steering(bench.studio, real).advance({ ms: 1 })).toMatchObject({ left: { code: 'conflict' } });
  });
});

describe('the command log', () => {
  it('is returned newest first', () => {
    sentCommand(bench.studio.cameras.recall('cam-1', 'wide'));
    sentCommand(bench.studio.cameras.recall('cam-2', 'wide'));
    expect(steer.commands()).toMatchObject({ right: { commands: [{ device: 'cam-2' }, { device: 'cam-1' }] } });
  });

  it('is empty after a reset', () => {
    sentCommand(bench.studio.cameras.recall('cam-1', 'wide'));
    expect(steer.reset()).toEqual(steer.devices());
    expect(steer.commands()).toEqual(E.right({ commands: [] }));
  });
});

describe('the routes', () => {
  const call = (line: string, body?: unknown, parameters: Readonly<Record<string, string>> = {}) => {
    const route = steeringRoutes(steer).find(({ method, path }) => `${method} ${path}` === line);
    const raw = new Map(Object.entries(parameters).map(([name, value]) => [name, [value]]));
    return Promise.resolve(route?.answer({ parameters: raw, body }));
  };

  it('are unique', () => {
    const lines = steeringRoutes(steer).map(({ method, path }) => `${method} ${path}`);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('require JSON for every POST, which forms of other pages could send', () => {
    const posts = steeringRoutes(steer).filter(({ method }) => method === 'POST');
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.filter(({ takesBody }) => !takesBody)).toEqual([]);
  });

  it('control the studio', async () => {
    const fault = '/api/devices/:id/fault';
    expect(await call(`PUT ${fault}`, { type: 'lost' }, { id: 'sig-2' })).toMatchObject({
      right: { device: { fault: { type: 'lost' } } },
    });
    expect(await call(`DELETE ${fault}`, undefined, { id: 'sig-2' })).toMatchObject({
      right: { device: { fault: null } },
    });
    expect(await call('GET /api/devices')).toEqual(steer.devices());
    sentCommand(bench.studio.signalLines.switch('sig-1', true));
    expect(await call('POST /api/clock/advance', { ms: 50 })).toMatchObject({ right: { clock: { manual: true } } });
    expect(await call('GET /api/clock')).toEqual(steer.clock());
    expect(await call('GET /api/commands')).toMatchObject({ right: { commands: [{ outcome: 'executed' }] } });
    expect(await call('POST /api/reset', {})).toEqual(steer.devices());
    expect(bench.studio.commands()).toEqual([]);
  });

  it('stream every change until the listener unsubscribes', () => {
    const seen: string[] = [];
    const unsubscribe = changeStream(steer).stream(({ device, what }) => seen.push(`${device} ${what}`));
    steer.setFault('cam-1', { type: 'lost' });
    unsubscribe();
    steer.clearFault('cam-1');
    expect(seen).toEqual(['cam-1 fault']);
  });
});
