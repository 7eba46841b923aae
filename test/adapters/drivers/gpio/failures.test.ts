// What becomes of a line while programs fail, hang, or are missing for a while.
import { describe, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { besidePrograms, signal, type Answer } from './fake-programs.js';

const output = { line: 5, direction: 'out' };
const input = { line: 5, direction: 'in' };

/** Opens a line that is held, beside programs of which some can be made to fail. */
const held = async (line: object) => {
  const failing = new Map<string, Answer>();
  const bench = besidePrograms(line, (command) => [...failing].find(([name]) => command.startsWith(name))?.[1]);
  await bench.pass(200);
  expect(bench.isHeld()).toBe(true);
  return { ...bench, failing };
};

describe('a line that is held', () => {
  it.each([
    ['an output', output],
    ['an input', input],
  ])('stays with its program while looks fail, and is connected again: %s', async (_, line) => {
    const { failing, pass, isHeld, setters, reasons } = await held(line);
    failing.set('gpio', ['', 'gpioinfo: Resource temporarily unavailable', 1]);
    await pass(7_000);
    expect([isHeld(), reasons.at(-1)]).toEqual([false, 'gpioinfo: Resource temporarily unavailable']);
    failing.clear();
    await pass(600);
    expect([isHeld(), setters().map(({ isRunning }) => isRunning), reasons.at(-1)]).toEqual([true, [true], null]);
  });

  it('is connected again after the kernel has left it out once', async () => {
    const { failing, pass, isHeld, setters } = await held(output);
    failing.set('gpioinfo', ['gpiochip0 - 8 lines:\n']);
    await pass(1_000);
    expect(isHeld()).toBe(false);
    failing.clear();
    await pass(1_000);
    expect([isHeld(), setters()]).toMatchObject([true, [{ isRunning: true }]]);
  });

  it('is released once the chip is missing', async () => {
    const { failing, pass, setters } = await held(output);
    failing.set('gpioinfo', ['', 'gpioinfo: cannot find the chip', 1]);
    failing.set('gpiodetect --version', ['gpiodetect (libgpiod) v2.2.1\n']).set('gpiodetect', ['']);
    const [program] = setters();
    await pass(2_000);
    expect(program?.isRunning).toBe(false);
  });

  it('is lost if another program has it instead', async () => {
    const { failing, pass, isHeld, reasons } = await held(output);
    failing.set('gpioinfo', ['gpiochip0 - 8 lines:\n\tline   5:\tunnamed         \toutput consumer=other\n']);
    await pass(3_000);
    expect([isHeld(), reasons.at(-1)]).toEqual([false, '"other" uses line 5 of gpiochip0']);
  });
});

it('a line that was just taken waits for a look that succeeds', async () => {
  const { pass, isHeld, setters } = besidePrograms(output, (command) =>
    command.startsWith('gpioinfo') && setters().length > 0 && looks++ < 12 ? ['', 'gpioinfo: no memory', 1] : undefined,
  );
  let looks = 0;
  await pass(8_000);
  expect([isHeld(), setters()]).toMatchObject([true, [{ isRunning: true }]]);
});

describe('an output that keeps its value', () => {
  const keeps = { ...output, safe: 'keep' };

  it.each([
    ['is driven as it was, if it was an output', true, '1'],
    ['begins off, if it was an input that shows its pull-up', false, '0'],
  ])('%s', async (_, isOutput, value) => {
    const { machine, pass, setters } = besidePrograms(keeps, (command) =>
      command.startsWith('gpioget') ? ['1\n'] : undefined,
    );
    machine.isOutput = isOutput;
    await pass(200);
    expect(setters().map(({ command }) => command.at(-1))).toEqual([value]);
  });

  it('is not driven by what is no value', async () => {
    const { machine, pass, setters, reasons } = besidePrograms(keeps, (command) =>
      command.startsWith('gpioget') ? ['active\n'] : undefined,
    );
    machine.isOutput = true;
    await pass(200);
    expect([setters(), reasons.at(-1)]).toEqual([[], 'gpioget printed "active"; expected 0 or 1']);
  });
});

it('an input that floats is left alone for a while, and raises one alarm', async () => {
  const { pass, isHeld, setters, floods, reasons } = await held(input);
  const [program] = setters();
  program?.print('1\n2\n'.repeat(15_000));
  program?.print('1\n2\n'.repeat(15_000));
  await pass(10_000);
  const flood = 'it sends more than 2000 messages a second for longer than 10 s';
  expect([floods, reasons.at(-1), isHeld()]).toEqual([[flood], `the signal "sig-1": ${flood}`, false]);
  expect(setters().map(({ isRunning }) => isRunning)).toEqual([false]);
  await pass(52_000);
  expect([floods, isHeld(), setters().length]).toEqual([[flood, null], true, 2]);
});

it('a command whose program can not take the line in time fails, and is not executed later', async () => {
  let isStuck = true;
  const { pass, isHeld, setters, signalLines } = besidePrograms(output, (command) =>
    isStuck && command.startsWith('gpioset') ? 'stuck' : undefined,
  );
  await pass(200);
  isStuck = false;
  const sent = sentCommand(signalLines.send(commandTo.switch(signal, true)));
  await pass(5_100);
  expect([await commandResults(sent), isHeld()]).toEqual([['device_error', 'device_error'], false]);
  setters()[0]?.end(null);
  await pass(1_000);
  expect([isHeld(), signalLines.value(signal), setters().map(({ command }) => command.slice(-3))]).toEqual([
    true,
    false,
    ['5=0', '5=0'],
  ]);
});

it('a program that can not be ended does not stop the looks', async () => {
  let isStuck = true;
  const { pass, isHeld } = besidePrograms(output, (command) =>
    isStuck && command.startsWith('gpioinfo') ? 'hung' : undefined,
  );
  await pass(1_000);
  isStuck = false;
  await pass(6_000);
  expect(isHeld()).toBe(true);
});

describe('the safe value at the end', () => {
  const settersOnce = ({ setters }: Pick<ReturnType<typeof besidePrograms>, 'setters'>): string[] =>
    setters().flatMap(({ command }) => (command.includes('--toggle=0') ? [command.slice(-3)] : []));

  it.each([
    ['on', '5=1'],
    ['off', '5=0'],
  ])('is set once the last program has ended: %s', async (safe, set) => {
    let isStuck = true;
    const bench = besidePrograms({ ...output, safe }, (command) =>
      isStuck && command.startsWith('gpioset') ? 'stuck' : undefined,
    );
    await bench.pass(200);
    isStuck = false;
    const { pass, isHeld, setters, signalLines, close, whenClosed, warnings } = bench;
    expect(isHeld()).toBe(true);
    signalLines.send(commandTo.switch(signal, safe === 'off'));
    close();
    const closed = whenClosed();
    await pass(50);
    expect(settersOnce(bench)).toEqual([]);
    setters()[0]?.end(null);
    await pass(50);
    await closed;
    expect([settersOnce(bench), warnings]).toEqual([[set], []]);
  });

  it('is changed in the studio file without another program', async () => {
    const bench = besidePrograms(output);
    await bench.pass(200);
    bench.change({ ...output, safe: 'on' });
    await bench.pass(1_200);
    expect([bench.isHeld(), bench.setters()]).toMatchObject([true, [{ isRunning: true }]]);
    bench.change(undefined);
    await bench.pass(100);
    expect(settersOnce(bench)).toEqual(['5=1']);
  });

  it('is tried twice, and its failure is logged', async () => {
    const bench = besidePrograms(output, (command) =>
      command.includes('--toggle=0') ? ['', 'gpioset: no such line', 1] : undefined,
    );
    await bench.pass(200);
    bench.signalLines.send(commandTo.switch(signal, true));
    await bench.pass(200);
    bench.close();
    await bench.pass(300);
    const warning = 'the signal "sig-1" has not got its safe value: gpioset: no such line';
    expect([settersOnce(bench), bench.warnings]).toEqual([['5=0', '5=0'], [warning]]);
  });
});
