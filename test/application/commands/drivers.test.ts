// Every method of the drivers: what is passed on, and what an exception becomes.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { safeDrivers, type Drivers } from '../../../application/commands/drivers.js';
import { acknowledgedAtOnce } from '../../../application/ports/commands.js';
import { commandTo } from '../../support/commands.js';
import { memoryLog } from '../console/readable-log.js';

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };

const sends = [
  ['players', commandTo.play('out-1', 'full', selection)],
  ['signalLines', commandTo.switch('sig-1', false)],
  ['cameras', commandTo.recall('cam-1', 'wide')],
] as const;

const reads = {
  players: ['state', 'hasDriver', 'stateSource'],
  signalLines: ['value', 'connected', 'hasDriver'],
  cameras: ['angle', 'connected', 'hasDriver'],
} as const;

type Port = keyof typeof reads;
type Method = (...args: readonly unknown[]) => unknown;
const ports = ['players', 'signalLines', 'cameras'] as const;
const allReads = ports.flatMap((port) => reads[port].map((method) => [port, method] as const));

/** Ports whose methods all are `make(port, method)`. */
const portsOf = (make: (port: Port, method: string) => Method): Drivers =>
  Object.fromEntries(
    ports.map((port) => {
      const names = ['send', ...reads[port], 'watch'];
      return [port, Object.fromEntries(names.map((name) => [name, make(port, name)]))];
    }),
  ) as unknown as Drivers;

const methodOf = (drivers: Drivers, port: Port, name: string): Method => Reflect.get(drivers[port], name) as Method;

const recording = () => {
  const called: unknown[] = [];
  const drivers = portsOf((port, name) => (...args) => {
    called.push([port, name, ...args]);
    return acknowledgedAtOnce;
  });
  return { called, drivers };
};
const throwing = portsOf(() => () => {
  throw new Error('a bug');
});
const unknown = portsOf((port, name) => (id) => `unknown ${port}.${name} ${String(id)}`);

describe('@ERROR-27: safe drivers', () => {
  it.each([
    ...sends.map(([port, command]) => [port, 'send', command] as const),
    ...allReads.map(([port, name]) => [port, name, 'it'] as const),
  ])('pass %s.%s on: %j', (port, name, argument) => {
    const { called, drivers } = recording();
    expect(methodOf(safeDrivers(drivers, unknown, memoryLog()), port, name)(argument)).toBe(acknowledgedAtOnce);
    expect(called).toEqual([[port, name, argument]]);
  });

  it.each(ports)('answer device_error where %s throw while they send, and log it', (port) => {
    const log = memoryLog();
    const send = methodOf(safeDrivers(throwing, unknown, log), port, 'send');
    expect(send({})).toMatchObject(E.left({ code: 'device_error' }));
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
