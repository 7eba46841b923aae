// The steering of a simulated studio, as functions and as routes.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../application/ports/clock.js';
import { steeringRoutes, changeStream } from '../../simulator/routes.js';
import { steering, type Steering } from '../../simulator/steering.js';
import { left } from '../contracts/rig.js';
import { freshStudio, type Studio } from './bench.js';

let on: Studio;
let steer: Steering;
beforeEach(() => {
  on = freshStudio();
  steer = steering(on.studio, on.clock);
});

const refusal = (code: string, message: unknown) => E.left({ code, message });

describe('faults', () => {
  it('are set, shown and cleared', () => {
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
      { type: 'dented' },
      'body: expected an object whose type is one of late, lost, duplicate, refused, offline, frozen, ineffective, broken',
    ],
    [
      null,
      'body: expected an object whose type is one of late, lost, duplicate, refused, offline, frozen, ineffective, broken',
    ],
    [{ type: 'late' }, 'delayMs: expected a whole number from 1 to 600000'],
    [{ type: 'late', delayMs: 0.5 }, 'delayMs: expected a whole number from 1 to 600000'],
  ])('that are none are refused: %j', (input, message) => {
    expect(steer.setFault('cam-1', input)).toEqual(refusal('invalid_parameter', message));
  });

  it('of an unknown device are not found', () => {
    expect(steer.setFault('cam-9', { type: 'lost' })).toEqual(refusal('not_found', 'there is no device "cam-9"'));
    expect(steer.clearFault('cam-9')).toEqual(refusal('not_found', 'there is no device "cam-9"'));
  });
});

describe('the devices', () => {
  it('are shown with the name of their studio', () => {
    expect(steer.devices()).toEqual(E.right({ studio: 'Studio One', devices: on.studio.devices() }));
  });
});

describe('a clock that is wound by hand', () => {
  it('is shown and advanced', async () => {
    const now = on.clock.now();
    const view = (ms: number) => E.right({ clock: { now: new Date(now + ms).toISOString(), manual: true } });
    left(on.studio.cameras.recall('cam-1', 'wide'));
    expect(steer.clock()).toEqual(view(0));
    expect(await steer.advance({ ms: 30 })).toEqual(view(30));
    expect(on.studio.cameras.angle('cam-1')).toBe('wide');
  });

  it.each([{}, { ms: -1 }, { ms: 1.5 }, { ms: '5' }, { ms: 86_400_001 }])('is not advanced by %j', async (input) => {
    const message = 'ms: expected a whole number from 0 to 86400000';
    expect(await steer.advance(input)).toEqual(refusal('invalid_parameter', message));
  });
});

describe('a clock that shows real time', () => {
  it('is shown, and can not be advanced', async () => {
    const real: Clock = { now: on.clock.now, after: on.clock.after };
    expect(steering(on.studio, real).clock()).toMatchObject({ right: { clock: { manual: false } } });
    expect(await steering(on.studio, real).advance({ ms: 1 })).toMatchObject({ left: { code: 'conflict' } });
  });
});

describe('the command log', () => {
  it('is shown newest first', () => {
    left(on.studio.cameras.recall('cam-1', 'wide'));
    left(on.studio.cameras.recall('cam-2', 'wide'));
    expect(steer.commands()).toMatchObject({ right: { commands: [{ device: 'cam-2' }, { device: 'cam-1' }] } });
  });

  it('is empty after a reset', () => {
    left(on.studio.cameras.recall('cam-1', 'wide'));
    expect(steer.reset()).toEqual(steer.devices());
    expect(steer.commands()).toEqual(E.right({ commands: [] }));
  });
});

describe('the routes', () => {
  const ask = (line: string, body?: unknown, parameters: Readonly<Record<string, string>> = {}) => {
    const route = steeringRoutes(steer).find(({ method, path }) => `${method} ${path}` === line);
    const raw = new Map(Object.entries(parameters).map(([name, value]) => [name, [value]]));
    return Promise.resolve(route?.answer({ parameters: raw, body }));
  };

  it('are one each', () => {
    const lines = steeringRoutes(steer).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('demand JSON wherever a form of a foreign page could post', () => {
    for (const { method, takesBody } of steeringRoutes(steer)) expect(method === 'POST' && !takesBody).toBe(false);
  });

  it('reach the studio', async () => {
    const fault = '/api/devices/:id/fault';
    expect(await ask(`PUT ${fault}`, { type: 'lost' }, { id: 'sig-2' })).toMatchObject({
      right: { device: { fault: { type: 'lost' } } },
    });
    expect(await ask(`DELETE ${fault}`, undefined, { id: 'sig-2' })).toMatchObject({
      right: { device: { fault: null } },
    });
    expect(await ask('GET /api/devices')).toEqual(steer.devices());
    left(on.studio.signalLines.switch('sig-1', true));
    expect(await ask('POST /api/clock/advance', { ms: 50 })).toMatchObject({ right: { clock: { manual: true } } });
    expect(await ask('GET /api/clock')).toEqual(steer.clock());
    expect(await ask('GET /api/commands')).toMatchObject({ right: { commands: [{ outcome: 'executed' }] } });
    expect(await ask('POST /api/reset', {})).toEqual(steer.devices());
    expect(on.studio.commands()).toEqual([]);
  });

  it('stream every change until the listener leaves', () => {
    const seen: string[] = [];
    const leave = changeStream(steer).stream(({ device, what }) => seen.push(`${device} ${what}`));
    steer.setFault('cam-1', { type: 'lost' });
    leave();
    steer.clearFault('cam-1');
    expect(seen).toEqual(['cam-1 fault']);
  });
});
