// What happens to a driver and its equipment, and what must hold after each command.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { InjectedFault } from '../../../simulator/fault.js';
import type { Effect, Equipment, Received } from './equipment.js';

/** A command that was sent. */
interface Sent {
  readonly effect: Effect;
  /** How many commands the device had received before. */
  readonly after: number;
  result?: E.Either<unknown, unknown>;
  /** Whether the device showed the effect when the command ended. */
  isShown?: boolean;
}

/** What callers rely on. */
export interface Model {
  /** The commands that were sent, in order. */
  readonly sent: Sent[];
  /** How often something failed: the device, the network, or the connection that was opened anew. */
  failures: number;
  fault: InjectedFault | null;
}

/** Returns the model of equipment without a command. */
export const newModel = (): Model => ({ sent: [], failures: 0, fault: null });

type Command = fc.AsyncCommand<Model, Equipment>;

/** Whether commands are among others in the same order. */
const isInOrder = (commands: readonly Received[], all: readonly Sent[]): boolean => {
  let found = 0;
  for (const { effect } of all) if (commands[found]?.effect === effect) found += 1;
  return found === commands.length;
};

/** Whether the device has had the effect of a command since it was sent. It may have shown it before. */
const wasEffective = ({ effect, after, isShown }: Sent, received: readonly Received[]): boolean =>
  isShown === true || received.slice(after).some((one) => one.effect === effect && one.isEffective);

const isConfirmed = ({ result }: Sent): boolean => result !== undefined && E.isRight(result);

const listOf = (commands: readonly { readonly effect: Effect }[]): string =>
  commands.map(({ effect }) => effect).join(', ');

/**
 * A device may execute late what it had received before its connection was lost, but nothing twice or after a later command.
 * A command is confirmed only if it had its effect, and has ended once its connection is lost.
 */
export const expectTruth = ({ sent }: Model, equipment: Equipment): void => {
  const received = equipment.received();
  expect(isInOrder(received, sent), `received: ${listOf(received)}; sent: ${listOf(sent)}`).toBe(true);
  const falseSuccesses = sent.filter((one) => isConfirmed(one) && !wasEffective(one, received));
  expect(listOf(falseSuccesses), 'false successes').toBe('');
  if (equipment.connected()) return;
  const pending = sent.filter(({ result }) => result === undefined);
  expect(listOf(pending), 'commands that are pending without a connection').toBe('');
};

const command = (text: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  toString: () => text,
  run: async (model, equipment) => {
    await run(model, equipment);
    await equipment.pass(0);
    expectTruth(model, equipment);
  },
});

/** Sends a command. It is sent if the device is connected, and has ended in time if nothing is wrong. */
export const send = (of: Effect, waits: boolean): Command =>
  command(`${of}${waits ? ', and wait' : ''}`, async (model, equipment) => {
    const { connected, endsWithinMs, pass, received } = equipment;
    const [wasConnected, after, sending] = [connected(), received().length, equipment.send(of)];
    expect(E.isRight(sending), 'it is sent to a connected device').toBe(wasConnected);
    if (E.isLeft(sending)) return;
    const sent: Sent = { effect: of, after };
    model.sent.push(sent);
    void sending.right.confirmed.then((result) => {
      sent.result = result;
      sent.isShown = equipment.actual() === of;
    });
    if (!waits) return;
    await pass(endsWithinMs);
    // What a device accepts without an effect, or doesn't answer, is ended by the caller's timeout.
    if (model.fault === null) expect(sent.result, 'the command has ended').toBeDefined();
  });

/** Sets the fault of the device; null for none. */
export const setFault = (fault: InjectedFault | null): Command =>
  command(`fault: ${String(fault?.type)}`, (model, equipment) => {
    model.fault = fault;
    if (fault !== null) model.failures += 1;
    equipment.setFault(fault);
    return Promise.resolve();
  });

const networkChange = (kind: 'cut' | 'hang' | 'mend'): Command =>
  command(`network: ${kind}`, (model, { network }) => {
    if (kind !== 'mend') model.failures += 1;
    network[kind]();
    return Promise.resolve();
  });

const pass = (ms: number): Command => command(`${String(ms)} ms`, (_model, equipment) => equipment.pass(ms));

/** Someone else uses the device, or it loses its state. */
const reset: Command = command('reset', (_model, equipment) => {
  equipment.reset();
  return Promise.resolve();
});

/** The device restarts without its state: its connections end, and it is reached again after a moment. */
const restart: Command = command('restart', async (model, { network, reset: resetDevice, pass: passTime }) => {
  model.failures += 1;
  network.cut();
  resetDevice();
  await passTime(20);
  network.mend();
});

/** Sends a command, and lets something fail while it is on its way. */
const interrupted = (of: Effect, afterMs: number, failure: Command): Command =>
  command(`${of}, and after ${String(afterMs)} ms ${String(failure)}`, async (model, equipment) => {
    await send(of, false).run(model, equipment);
    await equipment.pass(afterMs);
    await failure.run(model, equipment);
  });

/** Reads a studio file in which the connection has changed, so that it is opened anew, or in which only a name has. */
const reload = (isReopened: boolean): Command =>
  command(`reload${isReopened ? ' of the connection' : ''}`, async (model, { current, pass: passTime }) => {
    if (current === undefined) return;
    if (isReopened) model.failures += 1;
    const { layout } = current;
    if (isReopened) {
      current.replace({ ...layout, connections: [] });
      await passTime(20);
      current.replace(layout);
    } else current.replace({ ...layout, name: `${layout.name}.` });
  });

const failures = [restart, networkChange('cut'), networkChange('hang'), reload(true), reload(false)];
const types = ['offline', 'frozen', 'refused', 'lost', 'ineffective', 'duplicate'] as const;
const faults: readonly (InjectedFault | null)[] = [
  null,
  ...types.map((type) => ({ type })),
  { type: 'late', delayMs: 300 },
];
const effect = fc.constantFrom<Effect>('first', 'second');

/** Any sequence of commands. */
export const commands = fc.commands(
  [
    fc.tuple(effect, fc.boolean()).map(([of, waits]) => send(of, waits)),
    effect.map((of) => send(of, false)),
    fc.constantFrom(...faults).map(setFault),
    fc.constantFrom('cut' as const, 'hang' as const, 'mend' as const).map(networkChange),
    fc
      .tuple(effect, fc.constantFrom(0, 5, 10, 20, 40), fc.constantFrom(...failures))
      .map(([of, afterMs, failure]) => interrupted(of, afterMs, failure)),
    fc.constantFrom(5, 100, 2_000).map(pass),
    fc.constantFrom(reset, restart),
    fc.boolean().map(reload),
  ],
  { maxCommands: 14 },
);
