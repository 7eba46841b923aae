// What the Modbus driver reads: each line its own bit, of the configured unit, as often as configured.
import { once } from 'node:events';
import { connect } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { blocksOf, contains } from '../../../../adapters/drivers/modbus/bits.js';
import { ModbusExchange } from '../../../../adapters/drivers/modbus/exchange.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { rawDevice, type RawDevice } from './raw-device.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

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

it('any number of long answers is read on one connection', async () => {
  const device = await rawDevice();
  const socket = connect(device.port, '127.0.0.1');
  closing.push(device.close, () => socket.destroy());
  const exchange = new ModbusExchange(socket, 1, manualClock());
  await once(socket, 'connect');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => exchange.read({ table: 'coil', start: 0, count: 2_000 })),
  );
  expect(answers.map((answer) => E.isRight(answer) && answer.right.length)).toEqual(Array(10).fill(2_000));
});

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

describe('the blocks that are read', () => {
  const coil = (address: number) => ({ table: 'coil', address }) as const;
  const input = (address: number) => ({ table: 'input', address }) as const;
  const range = (count: number) => Array.from({ length: count }, (_, address) => coil(address));

  it('contain neighbouring bits of one table, each once, whatever their order', () => {
    expect(blocksOf([coil(10), coil(2), input(3), coil(9), coil(3), coil(2)])).toEqual([
      { table: 'coil', start: 2, count: 2 },
      { table: 'coil', start: 9, count: 2 },
      { table: 'input', start: 3, count: 1 },
    ]);
  });

  it('have up to 2,000 bits', () => {
    expect(blocksOf(range(2_000)).map(({ count }) => count)).toEqual([2_000]);
    expect(blocksOf(range(2_001)).map(({ count }) => count)).toEqual([2_000, 1]);
  });

  it('contain the bits from their first to their last', () => {
    const block = { table: 'input', start: 5, count: 2 } as const;
    const contained = [input(4), input(5), input(6), input(7), coil(5)].map((bit) => contains(block, bit));
    expect(contained).toEqual([false, true, true, false, false]);
  });
});
