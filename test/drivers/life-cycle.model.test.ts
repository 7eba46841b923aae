// Drivers of signal lines under random commands, faults and reloads, compared with what the simulated equipment has executed:
// no command is executed that wasn't sent, none twice, none after a later one, and none succeeds without its effect.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionProtocol } from '../../infra/connection-drivers.js';
import type { FaultType } from '../../simulator/fault.js';
import { connectionBench, type ConnectionBench } from './bench.js';
import { lineOf } from './text/templates.js';

const signal = 'sig-1';

/** Longest time until a command has ended, or a change of the connection is noticed, in milliseconds. */
const endsWithinMs = 6_000;

interface Model {
  /** The values that were sent, in order. */
  readonly sent: boolean[];
  /** Values that were confirmed while the device showed others. */
  readonly falseSuccesses: boolean[];
  fault: FaultType | null;
}

type Command = fc.AsyncCommand<Model, ConnectionBench>;

/** The values that the device has received, in order. */
const received = ({ studio }: ConnectionBench): readonly boolean[] =>
  studio
    .commands()
    .filter(({ device }) => device === signal)
    .map(({ command }) => (command as { readonly on: boolean }).on);

/** Whether values are among others in the same order. */
const isInOrder = (values: readonly boolean[], all: readonly boolean[]): boolean => {
  let found = 0;
  for (const value of all) if (values[found] === value) found += 1;
  return found === values.length;
};

/** A device may execute late what it had received before its connection was lost, but nothing twice or after a later command. */
const expectTruth = ({ sent, falseSuccesses }: Model, bench: ConnectionBench): void => {
  expect(falseSuccesses, 'false successes').toEqual([]);
  const executed = received(bench);
  expect(isInOrder(executed, sent), `executed: ${String(executed)}; sent: ${String(sent)}`).toBe(true);
};

const command = (text: string, run: Command['run']): Command => ({
  check: () => true,
  toString: () => text,
  run: async (model, bench) => {
    await run(model, bench);
    expectTruth(model, bench);
  },
});

/** Switches the signal. The device shows what a command confirms. */
const switchTo = (on: boolean, waits: boolean): Command =>
  command(`${on ? 'on' : 'off'}${waits ? ', and wait' : ''}`, async (model, bench) => {
    const wasConnected = bench.drivers.signalLines.connected(signal);
    const sent = bench.drivers.signalLines.switch(signal, on);
    expect(E.isRight(sent), 'it is sent to a connected device').toBe(wasConnected);
    if (E.isLeft(sent)) return;
    model.sent.push(on);
    const ended = sent.right.confirmed.then((result) => {
      if (E.isRight(result) && bench.studio.signalLines.value(signal) !== on) model.falseSuccesses.push(on);
      return result;
    });
    if (!waits) return;
    let result: E.Either<unknown, unknown> | undefined;
    void ended.then((end) => (result = end));
    await bench.pass(endsWithinMs);
    // What a device accepts without an effect, or doesn't answer, is ended by the caller's timeout.
    if (model.fault === null) expect(result, 'the command has ended').toBeDefined();
  });

const faults = [null, 'offline', 'frozen', 'refused', 'lost', 'ineffective'] as const satisfies (FaultType | null)[];

const setFault = (type: (typeof faults)[number]): Command =>
  command(`fault: ${String(type)}`, (model, bench) => {
    model.fault = type;
    bench.setFault(type && { type });
    return Promise.resolve();
  });

const pass = (ms: number): Command => command(`${String(ms)} ms`, (_model, bench) => bench.pass(ms));

/** Reads a studio file in which the connection has changed, so that it is opened anew, or in which only a name has. */
const reload = (isReopened: boolean): Command =>
  command(`reload${isReopened ? ' of the connection' : ''}`, async (_model, { current, pass: passTime }) => {
    const { layout } = current;
    if (isReopened) {
      current.replace({ ...layout, connections: [], signals: layout.signals.map(({ line: _line, ...rest }) => rest) });
      await passTime(20);
      current.replace(layout);
    } else current.replace({ ...layout, name: `${layout.name}.` });
  });

const commands = fc.commands(
  [
    fc.tuple(fc.boolean(), fc.boolean()).map(([on, waits]) => switchTo(on, waits)),
    fc.tuple(fc.boolean(), fc.constant(false)).map(([on, waits]) => switchTo(on, waits)),
    fc.constantFrom(...faults).map(setFault),
    fc.constantFrom(5, 100, 2_000).map(pass),
    fc.boolean().map(reload),
  ],
  { maxCommands: 12 },
);

const benches: Partial<Record<ConnectionProtocol, () => Promise<ConnectionBench>>> = {
  tcp: () => connectionBench('tcp', { settings: { delimiter: '\n' }, lines: { [signal]: lineOf('tcp', 1) } }),
  osc: () => connectionBench('osc', { lines: { [signal]: lineOf('osc', 1) } }),
  modbus: () => connectionBench('modbus', { lines: { [signal]: { coil: 0 } } }),
};

let used: ConnectionBench | undefined;
afterEach(() => used?.close());

describe.each(Object.entries(benches))('%s', (_protocol, open) => {
  it('executes nothing that was not sent, and what was in its order, confirms only what is so, and is connected when its device is', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const bench = await open();
        used = bench;
        await bench.passUntil('the device is connected', () => bench.drivers.signalLines.connected(signal));
        const model: Model = { sent: [], falseSuccesses: [], fault: null };
        await fc.asyncModelRun(() => ({ model, real: bench }), sequence);
        bench.setFault(null);
        await bench.pass(endsWithinMs);
        expect(bench.drivers.signalLines.connected(signal), 'a healthy device is connected').toBe(true);
        expectTruth(model, bench);
        bench.setFault({ type: 'offline' });
        await bench.pass(endsWithinMs);
        expect(bench.drivers.signalLines.connected(signal)).toBe(false);
        await bench.close();
        used = undefined;
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 10) },
    );
  });
});
