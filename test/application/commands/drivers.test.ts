// Every method of the drivers: what is passed on, what an exception becomes, and what distinguishes commands.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { safeDrivers, type Drivers } from '../../../application/commands/drivers.js';
import { interceptDevices, type DevicePorts } from '../../../application/commands/intercepted-devices.js';
import { playersByOutput } from '../../../application/commands/players-by-output.js';
import { acknowledgedAtOnce } from '../../../application/ports/commands.js';
import { memoryLog } from '../console/readable-log.js';

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };

/** The commands of each port, with their arguments and what distinguishes them. */
const sends = {
  players: {
    play: [
      ['out-1', 'full', selection],
      ['out-1', 'full', 'news', 'opener'],
    ],
    stop: [
      ['out-1', ['left', 'right']],
      ['out-1', 'left', 'right'],
    ],
    cue: [
      ['out-1', 'full', selection],
      ['out-1', 'full', 'news', 'opener'],
    ],
    take: [
      ['out-1', 'full'],
      ['out-1', 'full'],
    ],
    pause: [
      ['out-1', 'full'],
      ['out-1', 'full'],
    ],
    resume: [
      ['out-1', 'full'],
      ['out-1', 'full'],
    ],
    seek: [
      ['out-1', 'full', 500],
      ['out-1', 'full', 500],
    ],
    showGraphic: [
      ['out-1', 'full', { a: 'x' }],
      ['out-1', 'full'],
    ],
    updateGraphic: [
      ['out-1', 'full', { a: 'x' }],
      ['out-1', 'full'],
    ],
    hideGraphic: [
      ['out-1', 'full'],
      ['out-1', 'full'],
    ],
  },
  signalLines: {
    switch: [
      ['sig-1', false],
      ['sig-1', false],
    ],
  },
  cameras: {
    recall: [
      ['cam-1', 'wide'],
      ['cam-1', 'wide'],
    ],
  },
} as const;

const pulses = {
  toggle: [['sig-1'], ['sig-1']],
  pulse: [
    ['sig-1', 700],
    ['sig-1', 700],
  ],
} as const;

const reads = {
  players: ['state', 'hasDriver', 'stateSource'],
  signalLines: ['value', 'connected', 'hasDriver'],
  cameras: ['angle', 'connected', 'hasDriver'],
} as const;

type Port = keyof typeof sends;
type Method = (...args: readonly unknown[]) => unknown;
const ports = ['players', 'signalLines', 'cameras'] as const;
const methodsOf = (port: Port) => Object.entries(sends[port]) as unknown as [string, readonly [unknown[], unknown[]]][];
const allSends = ports.flatMap((port) => methodsOf(port).map(([method, [args]]) => [port, method, args] as const));
const allReads = ports.flatMap((port) => reads[port].map((method) => [port, method] as const));

/** Ports whose methods all are `make(port, method)`. */
const portsOf = (make: (port: Port, method: string) => Method, others: readonly string[] = []): Drivers =>
  Object.fromEntries(
    ports.map((port) => {
      const names = [...Object.keys(sends[port]), ...reads[port], 'watch', ...(port === 'signalLines' ? others : [])];
      return [port, Object.fromEntries(names.map((name) => [name, make(port, name)]))];
    }),
  ) as unknown as Drivers;

const methodOf = (drivers: Drivers, port: Port, name: string): Method => Reflect.get(drivers[port], name) as Method;

const recording = () => {
  const called: unknown[] = [];
  const drivers = portsOf(
    (port, name) =>
      (...args) => {
        called.push([port, name, ...args]);
        return acknowledgedAtOnce;
      },
    Object.keys(pulses),
  );
  return { called, drivers };
};
const throwing = portsOf(() => () => {
  throw new Error('a bug');
});
const unknown = portsOf((port, name) => (id) => `unknown ${port}.${name} ${String(id)}`);

describe('@ERROR-27: safe drivers', () => {
  it.each([...allSends, ...allReads.map(([port, name]) => [port, name, ['it']] as const)])(
    'pass %s.%s on with all arguments',
    (port, name, args) => {
      const { called, drivers } = recording();
      expect(methodOf(safeDrivers(drivers, unknown, memoryLog()), port, name)(...args)).toBe(acknowledgedAtOnce);
      expect(called).toEqual([[port, name, ...args]]);
    },
  );

  it.each(allSends)('answer device_error where %s.%s throws, and log it', (port, name, args) => {
    const log = memoryLog();
    expect(methodOf(safeDrivers(throwing, unknown, log), port, name)(...args)).toMatchObject(
      E.left({ code: 'device_error' }),
    );
    expect(log.lines).toEqual(['a driver threw while it sent a command {"error":"a bug"}']);
  });

  it.each(allReads)('read what is unknown where %s.%s throws; a driver exists', (port, name) => {
    const log = memoryLog();
    const read = methodOf(safeDrivers(throwing, unknown, log), port, name);
    expect(read('it')).toBe(name === 'hasDriver' ? true : `unknown ${port}.${name} it`);
    read('it');
    expect(log.lines).toHaveLength(1);
  });

  it.each(ports)('keep an exception of a watcher from %s', (port) => {
    const log = memoryLog();
    const watched: ((id: string) => void)[] = [];
    const drivers = portsOf(() => (watcher) => void watched.push(watcher as (id: string) => void));
    safeDrivers(drivers, unknown, log)[port].watch(() => {
      throw new Error('a bug');
    });
    watched[0]?.('it');
    expect(log.lines).toEqual(['a change of a device was not processed {"error":"a bug"}']);
  });
});

describe('players by output', () => {
  it.each([...allSends, ...reads.players.map((name) => ['players', name, ['out-1']] as const)])(
    'pass %s.%s to those of its output',
    (port, name, args) => {
      if (port !== 'players' || name === 'hasDriver') return;
      const { called, drivers } = recording();
      const asked: string[] = [];
      const players = playersByOutput((output) => {
        asked.push(output);
        return drivers.players;
      }, unknown.players);
      (Reflect.get(players, name) as Method)(...args);
      expect([asked, called]).toEqual([['out-1'], [['players', name, ...args]]]);
    },
  );
});

describe('intercepted commands', () => {
  const all = ports.flatMap((port) => {
    const own = port === 'signalLines' ? Object.entries(pulses) : [];
    return [...methodsOf(port), ...own].map(([name, [args, target]]) => [port, name, args, target] as const);
  });

  it.each(all)('@CRASH-2: have their names and targets: %s.%s', (port, name, args, target) => {
    const { called, drivers } = recording();
    const intercepted: unknown[] = [];
    const devices = interceptDevices(drivers as DevicePorts, (command, send) => {
      intercepted.push(command);
      return send();
    });
    methodOf(devices, port, name)(...args);
    expect(intercepted).toEqual([{ name: `${port}.${name}`, target }]);
    expect(called).toEqual([[port, name, ...args]]);
  });
});
