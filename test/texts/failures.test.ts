// The code and the whole message of each failure: which record it names, and what the caller is to do.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallContext, Operation } from '../../application/api/operation.js';
import { keyedCalls } from '../../application/api/keyed-calls.js';
import { acknowledgements } from '../../application/commands/acknowledgement.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { safeDrivers } from '../../application/commands/drivers.js';
import { graphics } from '../../application/commands/graphics.js';
import { withPulses } from '../../application/commands/pulses.js';
import { tooManyStreams } from '../../application/events/streams.js';
import { interruptedCalls } from '../../application/journal/interrupted-calls.js';
import { effectOf } from '../../application/journal/interrupted-effect.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { performCommand } from '../../application/sequences/perform-step.js';
import { runtimeStateWriter } from '../../application/state/runtime-state-writer.js';
import { guardedLines } from '../../application/tally/guarded-lines.js';
import type { Failure, FailureCode } from '../../domain/failure.js';
import type { JournalEntry } from '../../domain/journal-entry.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { clipSelection } from '../simulator/bench.js';
import { promptMs, stepBench, type StepBench } from '../application/demo-bench.js';

type Row = readonly [call: string, query: string, code: FailureCode, message: string];

let bench: StepBench;
beforeEach(() => {
  bench = stepBench(0);
});

const operations = catalogue as readonly unknown[] as readonly Operation<unknown>[];

/** Runs an operation as the host does, with the values of its path and its query. */
const run = (name: string, named: string, station: string | null = null): E.Either<Failure, unknown> => {
  const { ports, log, alarms, clock } = bench;
  const all = macros(ports, alarms);
  const services = {
    ...ports,
    graphics: graphics({ ...ports, log }),
    macros: all,
    automations: automations(ports, all.runForStep, alarms),
    actions: actionRecords(clock),
  };
  const values = new Map([...new URLSearchParams(named)].map(([key, value]) => [key, [value]]));
  const prepared = operations.find((one) => one.name === name)?.prepare({ path: values, query: values });
  if (prepared === undefined || E.isLeft(prepared)) throw new Error(`the parameters of ${name} are refused`);
  return prepared.right.run(services, { station, caller: { kind: 'loopback' } } as CallContext);
};

describe('an operation is refused', () => {
  it.each<Row>([
    ['clip.play', 'slot=main&number=77', 'not_found', 'the bank "news" has no clip "77"'],
    ['output.take', 'slot=main', 'conflict', 'nothing is cued in the scene "full"'],
    ['output.pause', 'slot=main', 'conflict', 'nothing plays in the scene "full"'],
    ['output.resume', 'slot=wall&scene=right', 'conflict', 'nothing plays in the scene "right"'],
    ['output.seek', 'slot=wall&scene=left&ms=1', 'conflict', 'nothing plays in the scene "left"'],
    ['output.stop', 'slot=wall&scene=up', 'not_found', 'the output "wall" has no scene "up"; it has left, right'],
    [
      'clip.cue',
      'slot=wall&number=1',
      'invalid_parameter',
      'scene: expected one of left, right, as "wall" has several; got nothing',
    ],
    ['graphic.get', 'slot=wall&scene=left', 'not_found', 'the scene "left" of the output "wall" has no graphic'],
    [
      'graphic.show',
      'slot=main',
      'conflict',
      'no station holds the studio, so the graphic of the scene "full" has no texts; take the studio or name a station',
    ],
    ['action.get', 'id=a', 'not_found', 'there is no action "a"'],
    [
      'action.list',
      'since=a',
      'not_found',
      'there is no action "a" in the list; expected one of the last, or a call without since',
    ],
  ])('%s?%s', (name, named, code, message) => {
    expect(run(name, named)).toEqual(E.left({ code, message }));
  });

  it('by the state of what it names', () => {
    const message = 'the automation "auto-1" is stopped; pause requires it to be running';
    expect(run('automation.pause', 'id=auto-1', 'alpha')).toEqual(E.left({ code: 'conflict', message }));
    const all = macros(bench.ports, bench.alarms);
    const [, macro] = demoStudio.macros;
    if (macro === undefined) throw new Error('the demo studio has two macros');
    all.run(macro);
    expect(all.run(macro)).toEqual(E.left({ code: 'conflict', message: `the macro "${macro.id}" is running already` }));
  });

  it('while a clip runs: it is not paused, and ends before the position', async () => {
    bench.ports.players.play('out-2', 'left', clipSelection('news', 'opener'));
    await bench.clock.advance(promptMs);
    expect(run('output.resume', 'slot=wall&scene=left')).toEqual(
      E.left({ code: 'conflict', message: 'no clip is paused in the scene "left"' }),
    );
    const position = 'a position in the clip "opener", from 0 to 14999 milliseconds';
    expect(run('output.seek', 'slot=wall&scene=left&ms=15000')).toEqual(
      E.left({ code: 'invalid_parameter', message: `ms: expected ${position}; got 15000` }),
    );
  });
});

describe('an action is refused', () => {
  it('if its key belongs to another call', async () => {
    const keyed = keyedCalls(bench.clock, (text) => text);
    const done = Promise.resolve({ response: E.right({ body: {}, plain: 'OK' }), isSent: true } as const);
    const refusals: (Failure | undefined)[] = [];
    for (const call of ['play', 'stop'])
      await keyed.answer({ owner: 'one', key: 'a', call }, (refusal) => {
        refusals.push(refusal);
        return done;
      });
    const message =
      'the key belongs to another call of the last 10 minutes; nothing was sent. Use a new key for each action';
    expect(refusals).toEqual([undefined, { code: 'conflict', message }]);
  });

  it('after a crash, if a call with its key or to its device was under way', () => {
    const { clock, ports } = bench;
    const command = (on: boolean) => ({ name: 'signalLines.switch', target: ['sig-1', on], expected: null });
    const entry = (id: string, on: boolean): JournalEntry => ({
      ...{ id, operation: 'signal.on', owner: 'one', caller: 'one', startedAtMs: 0, timeoutMs: 2_000, key: id },
      commands: [command(on)],
    });
    const [one, other] = [entry('a', true), entry('b', false)];
    const calls = interruptedCalls([one, other], clock);
    expect(calls.find({ ...one, operation: 'signal.off' })).toEqual(
      E.left({
        code: 'conflict',
        message:
          'the key belongs to another call, which was under way when the service ended unexpectedly; nothing was sent. ' +
          'Use a new key for each action',
      }),
    );
    const underWay = 'the same call was under way at 1970-01-01T00:00:00.000Z, when the service ended unexpectedly';
    expect(calls.find(one)).toEqual(
      E.left({
        code: 'device_error',
        message: `${underWay}, and another command took its place: it is not sent again`,
      }),
    );
    const sent = effectOf({ ...ports, macros: ports.players, automations: ports.players } as never, one);
    expect(E.isRight(sent) && sent.right.failureAtTimeout?.()).toEqual({
      code: 'ack_timeout',
      message: `${underWay}: it is not sent again, and the device does not show its effect`,
    });
  });

  it('if a signal has no value to toggle', () => {
    const { clock, studio } = bench;
    const toggled = (isConnected: boolean) =>
      withPulses({ ...studio.signalLines, value: () => null, connected: () => isConnected }, clock).toggle('sig-2');
    expect([toggled(true), toggled(false)]).toEqual([
      E.left({ code: 'conflict', message: 'the line of the signal "sig-2" has not reported a value yet' }),
      E.left({ code: 'device_unavailable', message: 'the line of the signal "sig-2" is not connected' }),
    ]);
  });

  it('if a signal follows a tally, or a step names an unknown variable', () => {
    const { ports } = bench;
    const following = { find: () => E.right({ follows: { output: 'out-1' } }) };
    const lines = guardedLines(ports.signalLines, { records: () => ({ signals: following }) as never });
    const message = 'the signal "sig-2" follows a tally and can’t be switched by callers';
    for (const sent of [lines.switch('sig-2', true), lines.toggle('sig-2'), lines.pulse('sig-2', 50)])
      expect(sent).toEqual(E.left({ code: 'conflict', message }));
    expect(performCommand(ports)({ set: { variable: 'var-x', value: 1 } })).toEqual(
      E.left({ code: 'not_found', message: 'there is no variable "var-x"' }),
    );
  });

  it('if its header and its query have different keys', () => {
    const operation = operations.find(({ name }) => name === 'signal.on');
    const key = (name: string, value: string) => new Map([[name, [value]]]);
    const raw = { path: key('id', 'sig-1'), query: key('key', 'a'), headers: key('Idempotency-Key', 'b') };
    const message = 'key: expected the same key as in Idempotency-Key, got another one';
    expect(operation?.prepare(raw)).toEqual(E.left({ code: 'invalid_parameter', message }));
  });

  it('if its driver throws: it may have reached the device', () => {
    const { studio, log } = bench;
    const recall = (): never => {
      throw new Error('it broke');
    };
    const drivers = safeDrivers({ ...studio, cameras: { ...studio.cameras, recall } }, studio, log);
    const message = 'an unexpected error occurred; the command may have reached the device';
    expect(drivers.cameras.recall('cam-1', 'wide')).toEqual(E.left({ code: 'device_error', message }));
  });

  it('if no acknowledgement comes in time, or before the service stops', async () => {
    const all = acknowledgements(bench.clock);
    const ends = [100, 30_000].map((ms) => all.within(new Promise(() => undefined), ms));
    await bench.clock.advance(100);
    all.abandon();
    expect(await Promise.all(ends)).toEqual([
      E.left({ code: 'ack_timeout', message: 'no acknowledgement within 100 ms' }),
      E.left({ code: 'ack_timeout', message: 'the service stopped before the acknowledgement came' }),
    ]);
  });

  it('if the disk refuses a change, or too many streams are open', async () => {
    const { clock, log } = bench;
    const first = initialRuntimeState(demoStudio);
    const writer = runtimeStateWriter(first, { file: { save: () => Promise.reject(new Error('ENOSPC')) }, clock, log });
    const message = 'the change took effect, but could not be written to disk: a restart would undo it';
    expect(await writer.save({ ...first, holder: null })).toEqual(E.left({ code: 'device_error', message }));
    expect(tooManyStreams).toEqual({
      code: 'conflict',
      message: '32 event streams are open already, the most that one device or address may have',
    });
  });
});
