// What the Modbus driver shows and switches of the lines of one device, how often it reads them, and what it reports.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { rawDevice, type RawDevice } from './raw-device.js';
import { commandTo } from '../../../support/commands.js';

const closing = closedAfterEach();

type Lines = Readonly<Record<string, object>>;

interface Driven extends OpenedDrivers {
  readonly device: RawDevice;
  readonly value: (signal: string) => boolean | null;
}

const open = async (lines: Lines, settings: object = {}, prepare: (device: RawDevice) => void = () => undefined) => {
  const device = await rawDevice();
  prepare(device);
  const options = { lines, settings: { ...settings } };
  const opened = openDrivers(layoutWith('modbus', { host: '127.0.0.1', port: device.port }, options));
  closing.push(device.close, opened.close);
  const driven: Driven = { ...opened, device, value: opened.drivers.signalLines.value };
  return driven;
};

const untilConnected = async ({ drivers }: Driven): Promise<void> => {
  await expect.poll(() => drivers.signalLines.connected('sig-1')).toBe(true);
};

/** Lets a reading begin, and its answers arrive. */
const readAgain = async ({ clock }: Driven, ms = 200): Promise<void> => {
  await clock.advance(ms);
  for (let round = 0; round < 5; round += 1) await settleSockets();
};

describe('lines of one device', () => {
  const lines = {
    'sig-1': { coil: 7 },
    'sig-2': { input: 7 },
    'sig-3': { coil: 8, inverted: true },
    'sig-4': { input: 8, inverted: true },
  };
  const values = ({ value }: Driven) => Object.keys(lines).map(value);

  it('show the bits of their own tables, at the same addresses', async () => {
    const driven = await open(lines);
    await untilConnected(driven);
    expect(values(driven)).toEqual([false, false, true, true]);
    for (const [table, address, expected] of [
      ['coils', 7, [true, false, true, true]],
      ['inputs', 7, [true, true, true, true]],
      ['coils', 8, [true, true, false, true]],
      ['inputs', 8, [true, true, false, false]],
    ] as const) {
      driven.device[table].add(address);
      await readAgain(driven);
      expect(values(driven)).toEqual(expected);
    }
  });

  it('switch their own coils, also inverted', async () => {
    const driven = await open(lines);
    await untilConnected(driven);
    const send = (signal: string, on: boolean) => driven.drivers.signalLines.send(commandTo.switch(signal, on));
    const sent = [send('sig-3', true), send('sig-1', true), send('sig-3', false)].map(sentCommand);
    await expect.poll(() => driven.device.requests.filter(({ code }) => code === 5)).toHaveLength(3);
    await readAgain(driven);
    expect(await Promise.all(sent.map(commandResults))).toEqual([
      ['device_error', 'device_error'],
      ['done', 'done'],
      ['done', 'done'],
    ]);
    expect([...driven.device.coils].sort()).toEqual([7, 8]);
  });

  it('are read and switched at the unit that is configured', async () => {
    const driven = await open(lines, { unit: 17 });
    await untilConnected(driven);
    sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', true)));
    await expect.poll(() => driven.device.coils.has(7)).toBe(true);
    expect(new Set(driven.device.requests.map(({ unit }) => unit))).toEqual(new Set([17]));
  });

  it('are not connected before all of them were read', async () => {
    const driven = await open(lines, {}, (device) => {
      device.decide = ({ code }) => (code === 2 ? 'withhold' : 'answer');
    });
    await expect.poll(() => driven.device.requests.map(({ code }) => code)).toEqual([1, 2]);
    expect(Object.keys(lines).map(driven.drivers.signalLines.connected)).toEqual([false, false, false, false]);
  });

  it('have no value any more once the device refuses to read them, and one again when it does not', async () => {
    const driven = await open(lines);
    await untilConnected(driven);
    driven.device.decide = ({ code }) => (code === 1 ? 'refuse' : 'answer');
    await readAgain(driven);
    expect(values(driven)).toEqual([null, false, null, true]);
    expect(driven.drivers.signalLines.connected('sig-1')).toBe(true);
    driven.device.decide = () => 'answer';
    await readAgain(driven);
    expect(values(driven)).toEqual([false, false, true, true]);
  });
});

it.each([
  [undefined, 200],
  [1_000, 1_000],
])('a device at rest is read at the interval of its settings: %s', async (everyMs, expectedMs) => {
  const driven = await open({ 'sig-1': { coil: 0 } }, everyMs === undefined ? {} : { everyMs });
  await untilConnected(driven);
  const before = driven.device.requests.length;
  await readAgain(driven, expectedMs - 1);
  expect(driven.device.requests).toHaveLength(before);
  await readAgain(driven, 1);
  expect(driven.device.requests).toHaveLength(before + 1);
});

describe('a studio file that changes', () => {
  const serve = ({ current, device }: Driven, lines: Lines): void => {
    const settings = { everyMs: 60_000 };
    current.replace(layoutWith('modbus', { host: '127.0.0.1', port: device.port }, { lines, settings }));
  };

  it('has its lines read at once, however long the interval is', async () => {
    const driven = await open({ 'sig-1': { coil: 7 } }, { everyMs: 60_000 }, ({ coils }) => coils.add(7));
    await untilConnected(driven);
    expect(driven.value('sig-1')).toBe(true);
    serve(driven, { 'sig-1': { coil: 9 }, 'sig-2': { coil: 7 } });
    // The coil that it had says nothing about the one that it has.
    expect([driven.value('sig-1'), driven.value('sig-2')]).toEqual([null, null]);
    await readAgain(driven, 0);
    expect([driven.value('sig-1'), driven.value('sig-2')]).toEqual([false, true]);
  });
});

it('a device that is silent is lost after 5 s, also if another request waits behind the first', async () => {
  const driven = await open({ 'sig-1': { coil: 7 } });
  await untilConnected(driven);
  driven.device.decide = () => 'withhold';
  await readAgain(driven);
  await readAgain(driven, 4_900);
  expect(driven.drivers.signalLines.connected('sig-1')).toBe(true);
  const sent = sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', true)));
  await readAgain(driven, 100);
  expect(driven.drivers.signalLines.connected('sig-1')).toBe(false);
  expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
});

describe('readings of a device', () => {
  let driven: Driven;
  let device: RawDevice;
  /** Whether the line was connected, at each change. */
  let seen: boolean[];
  /** Longer than an answer may take. */
  const everyMs = 6_000;

  beforeEach(async () => {
    driven = await open({ 'sig-1': { coil: 7 }, 'sig-2': { input: 3 } }, { everyMs });
    ({ device } = driven);
    await untilConnected(driven);
    seen = [];
    driven.drivers.signalLines.watch(() => seen.push(driven.drivers.signalLines.connected('sig-1')));
  });

  const settle = (): Promise<void> => readAgain(driven, 0);

  const pass = async (ms: number, stepMs: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) await readAgain(driven, stepMs);
  };

  /** How often the coil was read while time passes. */
  const readings = async (ms: number, stepMs: number): Promise<number> => {
    const before = device.requests.length;
    await pass(ms, stepMs);
    return device.requests.slice(before).filter(({ code }) => code === 1).length;
  };

  const send = (on: boolean) => sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', on)));

  it('a device that answers stays connected, and is read once an interval', async () => {
    expect(await readings(10 * everyMs, everyMs)).toBe(10);
    expect(seen).toEqual([]);
  });

  it('several commands begin no further readings', async () => {
    const sent = [true, false, true].map(send);
    await settle();
    await pass(100, 10);
    expect(await commandResults(sent[2] ?? send(true))).toEqual(['done', 'done']);
    expect(await readings(5 * everyMs, everyMs)).toBe(5);
  });

  it('a device that accepts a command without effect is read fast for 3 s, and at its interval again after that', async () => {
    device.decide = ({ code }) => {
      if (code === 1) device.coils.clear();
      return 'answer';
    };
    const sent = send(true);
    await settle();
    expect(await readings(100, 10)).toBeGreaterThan(5);
    await pass(2_800, 400);
    expect(await readings(50, 10)).toBeGreaterThan(2);
    await pass(100, 10);
    expect(await readings(5 * everyMs, everyMs)).toBe(5);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()?.message).toMatch(/accepted the command, but the signal is off$/);
  });

  it('a reading that began before a command does not confirm it', async () => {
    device.coils.add(7);
    await pass(everyMs, everyMs);
    expect(driven.drivers.signalLines.value('sig-1')).toBe(true);
    const sent: SentCommand[] = [];
    device.decide = ({ code }) => {
      if (sent.length === 0) sent.push(send(true));
      return code === 5 ? 'refuse' : 'answer';
    };
    await pass(everyMs, everyMs);
    await expect.poll(() => device.requests.some(({ code }) => code === 5)).toBe(true);
    await settle();
    expect(await Promise.all(sent.map(commandResults))).toEqual([['device_error', 'device_error']]);
  });
});

describe('two lines', () => {
  let driven: Driven;
  let device: RawDevice;
  let changed: string[];

  beforeEach(async () => {
    changed = [];
    driven = await open({ 'sig-1': { coil: 7 }, 'sig-2': { input: 3 } });
    ({ device } = driven);
    driven.drivers.signalLines.watch((signal) => changed.push(signal));
    await expect.poll(() => driven.drivers.signalLines.connected('sig-2')).toBe(true);
  });

  it('are both reported when the connection is there, and when it is lost', async () => {
    expect(new Set(changed)).toEqual(new Set(['sig-1', 'sig-2']));
    changed.length = 0;
    device.close();
    await expect.poll(() => driven.drivers.signalLines.connected('sig-1')).toBe(false);
    expect(changed).toEqual(['sig-1', 'sig-2']);
  });

  it('are each reported when the device refuses to read it, and when it does not', async () => {
    changed.length = 0;
    device.decide = ({ code }) => (code === 2 ? 'refuse' : 'answer');
    await readAgain(driven);
    await readAgain(driven);
    expect([changed, driven.drivers.signalLines.value('sig-2')]).toEqual([['sig-2'], null]);
    device.decide = () => 'answer';
    await readAgain(driven);
    expect([changed, driven.drivers.signalLines.value('sig-2')]).toEqual([['sig-2', 'sig-2'], false]);
  });

  it('have the reason of the device if it refuses a command', async () => {
    device.decide = ({ code }) => (code === 5 ? 'refuse' : 'answer');
    const { confirmed } = sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', true)));
    expect(await confirmed).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('": the device refused the command: ') as string },
    });
  });
});
