// What every contract suite needs of the device behind a port: to let time pass, and to bring trouble about.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { Failure } from '../../domain/failure.js';
import type { CommandResult, SendResult, SentCommand } from '../../application/ports/commands.js';

/** One device on the bench. */
export interface Bench {
  /** Lets `ms` milliseconds pass: winds a clock, or waits for real. */
  readonly pass: (ms: number) => Promise<void>;
  /** How long a healthy device takes at most until it has confirmed, milliseconds. */
  readonly promptMs: number;
  /** The device answers every command with a failure from now on. */
  readonly refuse: () => Promise<void>;
  /** The connection to the device breaks. */
  readonly disconnect: () => Promise<void>;
  /** The device stays connected, and does nothing. */
  readonly freeze: () => Promise<void>;
  /** Everything is well again. */
  readonly heal: () => Promise<void>;
}

/** A command that must have left. */
export const left = (sending: SendResult): SentCommand =>
  E.getOrElse((failure: Failure): SentCommand => {
    throw new Error(`not sent: ${failure.message}`);
  })(sending);

/** How a step ended, or that it hasn't yet. */
export const ending = async (ended: Promise<CommandResult>): Promise<'pending' | 'done' | Failure['code']> => {
  const end = await Promise.race([ended, Promise.resolve('pending' as const)]);
  if (end === 'pending') return end;
  return E.match(
    ({ code }: Failure) => code as 'done' | Failure['code'],
    () => 'done' as const,
  )(end);
};

/** How both steps of a command ended. */
export const endings = async ({ accepted, confirmed }: SentCommand): Promise<readonly string[]> => [
  await ending(accepted),
  await ending(confirmed),
];

/** Sends, and waits until a healthy device has confirmed. */
export const confirmed = async ({ pass, promptMs }: Bench, sending: SendResult): Promise<void> => {
  const sent = left(sending);
  await pass(promptMs);
  expect(await endings(sent)).toEqual(['done', 'done']);
};

/** Why a command wasn't even sent. */
export const unsent = (sending: SendResult): Failure['code'] | 'sent' =>
  E.match(
    ({ code }: Failure) => code as Failure['code'] | 'sent',
    () => 'sent' as const,
  )(sending);
