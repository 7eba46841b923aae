// Helpers of the contract suites: a device under test, and the results of its commands.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { Failure } from '../../domain/failure.js';
import type { CommandResult, Refusal, SendResult, SentCommand } from '../../application/ports/commands.js';

/** One device under test. */
export interface Bench {
  /** Lets `ms` milliseconds pass: advances a manual clock, or waits. */
  readonly pass: (ms: number) => Promise<void>;
  /** Waits in real time until `settled` has settled, but no longer than `limitMs` milliseconds. Absent with a manual clock. */
  readonly passUntil?: (settled: Promise<unknown>, limitMs: number) => Promise<void>;
  /** Longest time until a healthy device has confirmed a command, in milliseconds. */
  readonly promptMs: number;
  /** Makes the device refuse every command. */
  readonly refuse: () => Promise<void>;
  /** Breaks the connection to the device. */
  readonly disconnect: () => Promise<void>;
  /** Makes the device do nothing while it stays connected. */
  readonly freeze: () => Promise<void>;
  /** Ends every fault. */
  readonly heal: () => Promise<void>;
}

/** Returns a command that must have been sent. */
export const sentCommand = (result: SendResult): SentCommand => {
  if (E.isLeft(result)) throw new Error(`not sent: ${result.left.message}`);
  return result.right;
};

/** Returns the result of one step of a command, or `pending`. */
export const stepResult = async (step: Promise<CommandResult>): Promise<'pending' | 'done' | Failure['code']> => {
  const result = await Promise.race([step, Promise.resolve('pending' as const)]);
  if (result === 'pending') return result;
  return E.isLeft(result) ? result.left.code : 'done';
};

/** Returns the results of both steps of a command: accepted and confirmed. */
export const commandResults = async ({ accepted, confirmed }: SentCommand): Promise<readonly string[]> => [
  await stepResult(accepted),
  await stepResult(confirmed),
];

/** Waits until commands are accepted and confirmed, or have failed: with a manual clock for as long as a healthy device takes. */
export const settle = async (
  { pass, passUntil = (_, limitMs) => pass(limitMs), promptMs }: Bench,
  ...commands: readonly SentCommand[]
): Promise<void> => {
  await passUntil(Promise.all(commands.flatMap(({ accepted, confirmed }) => [accepted, confirmed])), promptMs);
};

/** Waits until a healthy device has confirmed a command, and expects that it has. */
export const sendAndConfirm = async (bench: Bench, sending: SendResult): Promise<void> => {
  const sent = sentCommand(sending);
  await settle(bench, sent);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

/** Returns how a device answers a command, which must be what it says before that it would refuse. */
export const refusedBy = <Sent>(
  { send, refusal }: { readonly send: (command: Sent) => SendResult; readonly refusal?: Refusal<Sent> | undefined },
  command: Sent,
): Failure['code'] | 'sent' => {
  const foretold = refusal?.(command);
  const sending = send(command);
  if (E.isLeft(sending)) expect(foretold).toEqual(sending.left);
  return sendError(sending);
};

/** Returns why a command wasn't sent, or `sent`. */
export const sendError = (result: SendResult): Failure['code'] | 'sent' =>
  E.isLeft(result) ? result.left.code : 'sent';
