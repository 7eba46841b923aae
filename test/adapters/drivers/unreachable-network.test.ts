// Datagrams that the network of the service's host doesn't take, as before it is up: the driver goes on trying.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sendError } from '../../contracts/device-commands.js';
import { layoutWith, openDrivers } from './bench.js';
import { commandTo } from '../../support/commands.js';

/** An address that no socket may be connected to without a special permission. */
const address = { host: '255.255.255.255', port: 9 };

const osc = { on: { address: '/on' }, off: { address: '/off' }, confirm: 'sent' };

const attempts = 3;

it.each([
  ['udp', { lines: { 'sig-1': { on: 'ring', off: 'rest', confirm: 'sent' } } }],
  ['osc', { lines: { 'sig-1': osc }, settings: { probe: { send: { address: '/ready' } } } }],
  ['atem', { lines: { 'sig-1': { program: 1, offInput: 2 } } }],
  ['visca', { heads: { 'cam-1': { presets: { wide: 0, close: 1, profile: 2 } } } }],
])('%s is not connected, and sends nothing', async (protocol, options) => {
  const reasons: unknown[] = [];
  const ignore = (): void => undefined;
  const warn = (_: string, fields?: Readonly<Record<string, unknown>>): void => void reasons.push(fields?.['reason']);
  const log = { debug: ignore, info: ignore, error: ignore, warn };
  const { drivers, clock, close } = openDrivers(layoutWith(protocol, address, options), undefined, log);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await expect.poll(() => reasons).toHaveLength(1);
    await clock.advance(500);
    await wait(5);
  }
  expect(reasons).toEqual([expect.stringMatching(/connect E[A-Z]+ 255\.255\.255\.255/)]);
  const { signalLines, cameras } = drivers;
  const isCamera = protocol === 'visca';
  expect(isCamera ? cameras.connected('cam-1') : signalLines.connected('sig-1')).toBe(false);
  const sent = isCamera
    ? cameras.send(commandTo.recall('cam-1', 'wide'))
    : signalLines.send(commandTo.switch('sig-1', true));
  expect(sendError(sent)).toBe('device_unavailable');
  close();
});
