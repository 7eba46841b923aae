// Lines of the machine as signals: inputs, safe values, and what is wrong with a chip or a line. Programs run at a simulated chip.
import { describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import { driversOnWire } from '../../../../features/support/wire/drivers.js';
import { silent } from '../../../../features/support/silent-log.js';
import { programsAt } from '../../../../simulator/gpio/program.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import type { BenchOptions, ConnectionBench } from '../bench.js';
import { openBench } from '../closed-bench.js';
import { besidePrograms, signal, type Behaviour } from './fake-programs.js';

type Lines = NonNullable<BenchOptions['lines']>;

const output = { line: 5, direction: 'out' };
const input = { line: 5, direction: 'in' };

/** A driver with these lines, and the reasons in its log. */
const opened = async (lines: Lines, gpiodVersion = '2.2.1', chip = 'gpiochip0') => {
  const reasons: unknown[] = [];
  const warn = (_: string, fields?: Readonly<Record<string, unknown>>) => void reasons.push(fields?.['reason']);
  const bench = await openBench('gpio', { settings: { chip, gpiodVersion }, lines, log: { ...silent, warn } });
  const { signalLines } = bench.drivers;
  return { ...bench, reasons, signalLines, value: (id = signal) => signalLines.value(id) };
};

const confirmed = async ({ drivers, pass }: ConnectionBench, on: boolean): Promise<void> => {
  const sent = sentCommand(drivers.signalLines.send(commandTo.switch(signal, on)));
  await pass(100);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

const switchDevice = ({ studio }: Pick<ConnectionBench, 'studio'>, on: boolean): void => {
  studio.signalLines.send(commandTo.switch(signal, on));
};

const withoutLines = (layout: StudioLayout): StudioLayout => ({
  ...layout,
  signals: layout.signals.map(({ line: _, ...one }) => one),
});

const versions = ['1.6.3', '2.2.1'];

describe.each(versions)('an input by gpiod %s', (version) => {
  it.each([
    ['by its number', input],
    ['by its name', { ...input, line: 'DOOR 1' }],
    ['that is on while it is low', { ...input, activeLow: true, bias: 'pull-up' }],
  ])('%s shows each edge, and can not be switched', async (_, line) => {
    const bench = await opened({ [signal]: line }, version);
    await bench.passUntil('it is read', () => bench.value() === false);
    for (const on of [true, false]) {
      switchDevice(bench, on);
      await bench.passUntil('it has changed', () => bench.value() === on);
    }
    expect(refusedBy(bench.signalLines, commandTo.switch(signal, true))).toBe('conflict');
  });

  it('shows a value that lasts, and no contact that bounces', async () => {
    const bench = await opened({ [signal]: { ...input, debounceMs: 200 } }, version);
    await bench.passUntil('it is read', () => bench.value() === false);
    const seen: unknown[] = [];
    bench.signalLines.watch(() => seen.push(bench.value()));
    for (let bounce = 0; bounce < 5; bounce += 1) {
      switchDevice(bench, bounce % 2 === 0);
      await bench.pass(100);
    }
    expect(bench.value()).toBe(false);
    await bench.pass(200);
    expect([bench.value(), seen]).toEqual([true, [true]]);
  });
});

describe.each(versions)('an output by gpiod %s', (version) => {
  it('is off at the start and at the end, unless its safe value is on', async () => {
    const bench = await opened({ [signal]: output, 'sig-2': { line: 6, direction: 'out', safe: 'on' } }, version);
    const device = (id: string) => bench.studio.signalLines.value(id);
    await bench.passUntil('both are held', () => ['sig-1', 'sig-2'].every(bench.signalLines.connected));
    expect([bench.value(), bench.value('sig-2'), device('sig-2')]).toEqual([false, true, true]);
    await confirmed(bench, true);
    const sent = sentCommand(bench.signalLines.send(commandTo.switch('sig-2', false)));
    await bench.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect([device(signal), device('sig-2')]).toEqual([true, false]);
    bench.current.replace({ ...withoutLines(bench.current.layout), connections: [] });
    await bench.passUntil('they have their safe values', () => device(signal) === false && device('sig-2') === true);
    expect(bench.clock.waiting()).toBe(0);
  });

  it('that is taken from its program gets its last value again', async () => {
    const bench = await opened({ [signal]: output }, version);
    await bench.passUntil('it is held', () => bench.signalLines.connected(signal));
    await confirmed(bench, true);
    bench.setFault({ type: 'offline' });
    await bench.passUntil('it is lost', () => !bench.signalLines.connected(signal));
    bench.setFault(null);
    await bench.passUntil('it is held again', () => bench.signalLines.connected(signal));
    expect([bench.value(), bench.studio.signalLines.value(signal)]).toEqual([true, true]);
  });

  it('that another program uses says so, and is taken once it is free', async () => {
    const bench = await opened({ [signal]: output }, version);
    const isHeld = (): boolean => bench.signalLines.connected(signal);
    await bench.passUntil('it is held', isHeld);
    const { layout } = bench.current;
    bench.current.replace(withoutLines(layout));
    await bench.pass(100);
    const args = [...(version === '1.6.3' ? ['gpiochip0'] : ['--chip=gpiochip0']), '5'];
    const nothing = { output: () => undefined, errors: () => undefined, ended: () => undefined };
    const other = programsAt({ host: '127.0.0.1', port: bench.port, version })('gpiomon', args, nothing);
    await bench.pass(100);
    bench.current.replace(layout);
    await bench.passUntil('the reason is logged', () => bench.reasons.length > 0);
    expect([bench.reasons, isHeld()]).toEqual([['"gpiomon" uses line 5 of gpiochip0'], false]);
    other.end();
    await bench.passUntil('it is held again', isHeld);
  });
});

it('an output that keeps its value, and has a resistor, is read at the start', async () => {
  const bench = await opened({ [signal]: { ...output, safe: 'keep', bias: 'pull-up' } });
  const isHeld = (): boolean => bench.signalLines.connected(signal);
  await bench.passUntil('it is held', isHeld);
  await confirmed(bench, true);
  const { layout } = bench.current;
  bench.current.replace({ ...withoutLines(layout), connections: [] });
  await bench.pass(100);
  bench.current.replace(layout);
  await bench.passUntil('it is held again', isHeld);
  expect([bench.value(), bench.studio.commands().length]).toEqual([true, 1]);
});

it('a test of a connection finds its lines, and neither takes nor sets them', async () => {
  const bench = await opened({ [signal]: { ...output, safe: 'on' } });
  await bench.passUntil('it is held', () => bench.signalLines.connected(signal));
  const [connection] = bench.current.layout.connections ?? [];
  const before = bench.studio.commands().length;
  const states: (string | null)[] = [];
  const lines = new Map<string, unknown>([
    [signal, output],
    ['sig-2', { line: 6, direction: 'out', safe: 'on' }],
  ]);
  const attached = { lines, heads: new Map(), players: new Map(), selections: [] };
  const trial = driversOnWire.gpio.open(driversOnWire.gpio.beside?.(connection), attached, {
    id: 'trial',
    clock: bench.clock,
    log: silent,
    readSecret: () => Promise.resolve(''),
    failed: (reason) => states.push(reason),
    changed: () => undefined,
  });
  await bench.passUntil('it has an answer', () => states.length > 0);
  trial.close();
  await bench.pass(1_000);
  expect([states[0], bench.studio.commands().length]).toEqual(['gpiochip0 has no line 6', before]);
});

describe('what is wrong', () => {
  it('is a chip that is missing', async () => {
    const bench = await opened({ [signal]: output }, undefined, 'pinctrl-bcm2711');
    await bench.passUntil('it is held', () => bench.signalLines.connected(signal));
    bench.setFault({ type: 'offline' });
    const reason = 'there is no chip "pinctrl-bcm2711"; the machine has none';
    await bench.passUntil('the reason is logged', () => bench.reasons.includes(reason));
    expect(bench.signalLines.connected(signal)).toBe(false);
  });

  it('is a line that two signals have', async () => {
    const { passUntil, reasons } = await opened({ [signal]: output, 'sig-2': input });
    await passUntil('the reason is logged', () => reasons.length > 0);
    expect(reasons).toEqual([`the signal "${signal}" has line 5 already`]);
  });

  /** Returns the reason beside programs that behave so. */
  const reasonBeside = async (behave: (command: string) => Behaviour) => {
    const { reasons, pass } = besidePrograms(output, behave);
    await pass(6_000);
    return reasons.findLast((reason) => reason !== null);
  };

  it.each<readonly [string, string, Behaviour, string]>([
    [
      'the programs, if they are not installed',
      'gpiodetect --version',
      ['', 'setpriv: failed to execute gpiodetect: No such file or directory', 127],
      'gpiodetect is not installed; install the package gpiod',
    ],
    [
      'their version, if it is unknown',
      'gpiodetect --version',
      ['gpiodetect (libgpiod) v3.0\n'],
      'gpiodetect has an unknown version; expected 1 or 2',
    ],
    [
      'the permission, if it is lacking',
      'gpioinfo',
      ['', "gpioinfo: unable to open chip '/dev/gpiochip0': Permission denied", 1],
      "gpioinfo: unable to open chip '/dev/gpiochip0': Permission denied; the user of the service needs the group gpio",
    ],
    [
      'a line that the chip lacks',
      'gpioinfo',
      ['gpiochip0 - 8 lines:\n\tline   0:\tunnamed         \tinput\n'],
      'gpiochip0 has no line 5',
    ],
    [
      'a line that can not be taken',
      'gpioset',
      ['', 'gpioset: unable to request lines: Invalid argument', 1],
      'gpioset: unable to request lines: Invalid argument',
    ],
    ['a program that does nothing', 'gpioset', 'idle', 'gpioset has not got the line within 5 s'],
    ['a program that does not end', 'gpioinfo', 'idle', 'gpioinfo has not ended within 5 s'],
  ])('is %s', async (_, program, answer, reason) => {
    expect(await reasonBeside((command) => (command.startsWith(program) ? answer : undefined))).toBe(reason);
  });
});
