// Rounds of a fault in the middle of a command to a signal's line or to a player, as every driver survives them.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { ClipSelection } from '../../../application/ports/players.js';
import type { FaultType } from '../../../simulator/fault.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import type { ConnectionBench } from './bench.js';

/** The faults that a command may meet. */
export const faultsMidCommand = ['offline', 'frozen', 'refused', 'lost'] as const satisfies readonly FaultType[];

const faultRound = async (bench: ConnectionBench, type: (typeof faultsMidCommand)[number]): Promise<void> => {
  const { signalLines } = bench.drivers;
  const before = bench.studio.commands().length;
  const on = signalLines.value('sig-1') !== true;
  bench.setFault({ type });
  const sent = signalLines.switch('sig-1', on);
  await bench.pass(6_000);
  const results = E.isLeft(sent) ? [sent.left.code] : await commandResults(sent.right);
  expect(results).not.toContain('done');
  expect(results).not.toContain('pending');
  bench.setFault(null);
  const healedAtMs = bench.clock.now();
  await bench.passUntil('the device is back', () => signalLines.connected('sig-1'));
  expect(bench.clock.now() - healedAtMs).toBeLessThanOrEqual(1_000);
  await bench.pass(500);
  expect(bench.studio.commands().length - before).toBeLessThanOrEqual(1);
  const again = sentCommand(signalLines.switch('sig-1', on));
  await bench.pass(200);
  expect(await commandResults(again)).toEqual(['done', 'done']);
};

/** Expects no false success and no replay, and a connection within a second of the device's return, in every round. */
export const expectToSurvive = async (
  bench: ConnectionBench,
  type: (typeof faultsMidCommand)[number],
  rounds: number,
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await faultRound(bench, type);
};

/** What is played in the rounds: one clip after another. */
export interface PlayedInRounds {
  readonly output: string;
  readonly scene: string;
  readonly selections: readonly ClipSelection[];
}

const playerRound = async (
  bench: ConnectionBench,
  type: (typeof faultsMidCommand)[number],
  { output, scene }: PlayedInRounds,
  selection: ClipSelection,
): Promise<void> => {
  const { players } = bench.drivers;
  const before = bench.studio.commands().length;
  bench.setFault({ type });
  const sent = players.play(output, scene, selection);
  await bench.pass(6_000);
  expect(E.isLeft(sent) ? [sent.left.code] : await commandResults(sent.right)).not.toContain('done');
  bench.setFault(null);
  const healedAtMs = bench.clock.now();
  await bench.passUntil('the player is back', () => players.state(output).connected);
  expect(bench.clock.now() - healedAtMs).toBeLessThanOrEqual(1_000);
  await bench.pass(500);
  expect(bench.studio.commands().length - before).toBeLessThanOrEqual(1);
  const again = sentCommand(players.play(output, scene, selection));
  await bench.pass(700);
  expect(await commandResults(again)).toEqual(['done', 'done']);
};

/** Expects of a player what {@link expectToSurvive} expects of a line. A command may stay pending while the player is silent. */
export const expectPlayerToSurvive = async (
  bench: ConnectionBench,
  type: (typeof faultsMidCommand)[number],
  played: PlayedInRounds,
  rounds: number,
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    const selection = played.selections[round % played.selections.length];
    if (selection !== undefined) await playerRound(bench, type, played, selection);
  }
};
