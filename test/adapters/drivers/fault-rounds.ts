// Rounds of a fault in the middle of a command, as every driver survives them.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { FaultType } from '../../../simulator/fault.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import type { ConnectionBench } from './bench.js';
import type { ProtocolUse } from './every-protocol.js';

/** The faults that a command may meet. */
export const faultsMidCommand = ['offline', 'frozen', 'refused', 'lost'] as const satisfies readonly FaultType[];

/** A protocol whose broker accepts commands for its devices, also while these are away. */
const acceptsForOthers = (protocol: ConnectionProtocol): boolean => protocol === 'mqtt';

/** Protocols whose commands may stay pending while the device, or the answers to them, are missing. */
const mayStayPending: readonly ConnectionProtocol[] = ['casparcg', 'mqtt', 'obs', 'visca'];

/** Sends a command, and expects it to be executed. */
export const expectExecuted = async (bench: ConnectionBench, send: ProtocolUse['send']): Promise<void> => {
  const sent = sentCommand(send(bench));
  await bench.pass(700);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

/** Time in which every driver has lost a silent device, in milliseconds: Panasonic cameras may answer late. */
const lostMs = (protocol: ConnectionProtocol): number => (protocol === 'panasonic' ? 9_000 : 6_000);

const faultRound = async (
  bench: ConnectionBench,
  protocol: ConnectionProtocol,
  { connected }: ProtocolUse,
  send: ProtocolUse['send'],
  type: (typeof faultsMidCommand)[number],
): Promise<void> => {
  const before = bench.studio.commands().length;
  bench.setFault({ type });
  const sent = send(bench);
  await bench.pass(lostMs(protocol));
  const [accepted, confirmed] = E.isLeft(sent) ? [sent.left.code, sent.left.code] : await commandResults(sent.right);
  expect(confirmed).not.toBe('done');
  if (!acceptsForOthers(protocol)) expect(accepted).not.toBe('done');
  if (!mayStayPending.includes(protocol)) expect([accepted, confirmed]).not.toContain('pending');
  bench.setFault(null);
  const healedAtMs = bench.clock.now();
  await bench.passUntil('the device is back', () => connected(bench));
  expect(bench.clock.now() - healedAtMs).toBeLessThanOrEqual(1_000);
  await bench.pass(500);
  expect(bench.studio.commands().length - before).toBeLessThanOrEqual(1);
  await expectExecuted(bench, send);
};

/** Expects no false success and no replay, and a connection within a second of the device's return, in every round. */
export const expectToSurvive = async (
  bench: ConnectionBench,
  protocol: ConnectionProtocol,
  use: ProtocolUse,
  type: (typeof faultsMidCommand)[number],
  rounds: number,
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1)
    await faultRound(bench, protocol, use, round % 2 === 0 ? use.send : use.sendOther, type);
};
