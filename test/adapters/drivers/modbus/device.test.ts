// How often the Modbus driver reads, and on how many connections: one reading after the other, however many commands there were.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';
import { rawDevice, type RawDevice } from './raw-device.js';
import { commandTo } from '../../../support/commands.js';

let device: RawDevice;
let driven: OpenedDrivers;
/** Whether the line was connected, at each change. */
let seen: boolean[];

const lines = { 'sig-1': { coil: 7 }, 'sig-2': { input: 3 } };
/** Longer than an answer may take. */
const everyMs = 6_000;

const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await settleSockets();
};

const pass = async (ms: number, stepMs: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await driven.clock.advance(stepMs);
    await settle();
  }
};

/** How often the coil was read while time passes. */
const readings = async (ms: number, stepMs: number): Promise<number> => {
  const before = device.requests.length;
  await pass(ms, stepMs);
  return device.requests.slice(before).filter(({ code }) => code === 1).length;
};

const send = (on: boolean) => sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', on)));

beforeEach(async () => {
  device = await rawDevice();
  driven = openDrivers(
    layoutWith('modbus', { host: '127.0.0.1', port: device.port }, { lines, settings: { everyMs } }),
  );
  const { signalLines } = driven.drivers;
  await expect.poll(() => signalLines.connected('sig-1')).toBe(true);
  seen = [];
  signalLines.watch(() => seen.push(signalLines.connected('sig-1')));
});

afterEach(() => {
  driven.close();
  device.close();
});

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
