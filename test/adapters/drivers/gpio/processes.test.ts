// Programs as children of the service: stand-ins for gpiod run at a simulated chip, and none outlives a service that is killed. Where the
// machine has a chip of the kernel's simulator (gpio-sim), the programs of the machine drive that.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gpio } from '../../../../adapters/drivers/gpio/gpio.js';
import { startTool, type Tool } from '../../../../adapters/drivers/gpio/tools.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { silent } from '../../../../features/support/silent-log.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { faceBench } from '../face-bench.js';

const root = resolve(import.meta.dirname, '../../../..');
const standIns = join(root, 'simulator/gpio/tools');

const signal = 'sig-1';

/** A simulated chip with an output and an input, and the environment of programs that run at it. */
const simulatedChip = async (version: string) => {
  const lines = { [signal]: { line: 5, direction: 'out' }, 'sig-2': { line: 6, direction: 'in' } };
  const bench = await faceBench('gpio', { settings: { chip: 'gpiochip0' }, lines });
  onTestFinished(bench.close);
  const node = join(process.execPath, '..');
  const PATH = [standIns, node, process.env['PATH'] ?? ''].join(delimiter);
  return {
    ...bench,
    env: { ...process.env, PATH, GPIO_CHIP: `127.0.0.1:${String(bench.port)}`, GPIOD_VERSION: version },
  };
};

/** Runs a function with another environment. */
const within = async <Result>(env: NodeJS.ProcessEnv, run: () => Promise<Result>): Promise<Result> => {
  const before = process.env;
  process.env = env;
  try {
    return await run();
  } finally {
    process.env = before;
  }
};

/** Opens a connection with an output and an input, on the clock of the machine. */
const open = (chip: string, output: object, input: number) => {
  const lines = new Map<string, unknown>([
    [signal, output],
    ['sig-2', { line: input, direction: 'in' }],
  ]);
  const attached = { lines, heads: new Map(), players: new Map(), selections: [] };
  const readSecret = (): Promise<string> => Promise.resolve('');
  const deps = { id: 'pins', clock: new SystemClock(), log: silent, readSecret, changed: () => undefined };
  const connection = gpio.open({ chip }, attached, deps);
  onTestFinished(connection.close);
  return connection;
};

const chipOf = (version: string): string => (version === '1.6.3' ? 'gpiochip0' : '--chip=gpiochip0');

describe.each(['1.6.3', '2.2.1'])('programs of gpiod %s', (version) => {
  /** The chip runs in this process, so nothing may wait for the program. */
  const infoIn = async (env: NodeJS.ProcessEnv): Promise<string> =>
    (await promisify(execFile)('gpioinfo', [chipOf(version)], { env })).stdout;

  it('switch an output, read an input, and end with the connection', async () => {
    const { env, studio, passUntil } = await simulatedChip(version);
    await within(env, async () => {
      const { lines, close, whenClosed } = open('simulated', { line: 5, direction: 'out', safe: 'on' }, 6);
      await passUntil('both are connected', () => lines?.connected(signal) === true && lines.connected('sig-2'));
      expect([lines?.value(signal), lines?.value('sig-2')]).toEqual([true, false]);
      const off = sentCommand(lines?.send({ do: 'switch', signal, on: false }) ?? expect.unreachable());
      await passUntil('it is off', () => studio.signalLines.value(signal) === false && lines?.value(signal) === false);
      expect(await commandResults(off)).toEqual(['done', 'done']);
      studio.signalLines.send(commandTo.switch('sig-2', true));
      await passUntil('the input is on', () => lines?.value('sig-2') === true);
      close();
      const closed = whenClosed?.().then(() => true);
      await passUntil('the output has its safe value', () => studio.signalLines.value(signal) === true);
      expect(await closed).toBe(true);
    });
  });

  it('do not outlive a service that is killed', { timeout: 60_000 }, async () => {
    const { env, passUntil } = await simulatedChip(version);
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'service.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await passUntil('the lines are held', () => said.includes('held'));
    expect(programsOf(env)).toBeGreaterThanOrEqual(2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await eventually('no program is left', () => programsOf(env) === 0);
    expect(await infoIn(env)).not.toMatch(/gpiomon|gpioset|studio-control/);
  });
});

/** The number of stand-ins that run at a chip. */
const programsOf = ({ GPIO_CHIP = '' }: NodeJS.ProcessEnv): number =>
  execFileSync('ps', ['axeww', '-o', 'args'], { encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
    .split('\n')
    .filter((line) => line.includes('program.mjs') && line.includes(`GPIO_CHIP=${GPIO_CHIP}`)).length;

/** Runs a program to its end. Returns its code, and what it reports as wrong. */
const runToEnd = async (onStart: (tool: Tool, text: string) => void = () => undefined) => {
  const errors: string[] = [];
  const ends: (number | null)[] = [];
  const { promise, resolve: over } = Promise.withResolvers<undefined>();
  const tool = startTool('gpiodetect', ['--version'], {
    output: (text) => {
      onStart(tool, text);
    },
    errors: (text) => errors.push(text),
    ended: (code) => {
      ends.push(code);
      over(undefined);
    },
  });
  await promise;
  await pause(20);
  return { ends, errors: errors.join('') };
};

/** Returns a folder with a script in place of a program. */
const folderWith = (name: string, script: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gpio-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
};

describe('a program', () => {
  const { env } = process;

  it('that is missing names its package', async () => {
    const ended = await within({ ...env, PATH: folderWith('other', '') }, () => runToEnd());
    expect(ended).toEqual({ ends: [null], errors: 'setpriv is not installed; install the package util-linux' });
  });

  it('that the machine has no room for is reported, and ends nothing else', async () => {
    const tooLong = { ...env, STUDIO: 'x'.repeat(4_000_000) };
    const { ends, errors } = await within(tooLong, () => runToEnd());
    expect([ends, errors]).toEqual([[null], expect.stringMatching(/^gpiodetect can't be started: spawn E/)]);
  });

  it('that does not end when it is asked to is killed', { timeout: 20_000 }, async () => {
    const folder = folderWith('gpiodetect', "trap '' TERM; echo ready; while :; do sleep 0.05; done");
    const PATH = [folder, env['PATH'] ?? ''].join(delimiter);
    const { ends } = await within({ ...env, PATH }, () =>
      runToEnd((tool) => {
        tool.end();
      }),
    );
    expect(ends).toEqual([null]);
  });
});

/** The lines of the kernel's simulator: `/sys/devices/platform/gpio-sim.0/gpiochip1/sim_gpio0`. */
const kernelChips = existsSync('/sys/devices/platform')
  ? globSync('/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio0').map((line) => join(line, '..'))
  : [];

if (kernelChips.length === 0)
  console.warn('gpio-sim: this machine has no simulated chip of the kernel, so the programs of gpiod drive none');

it.skipIf(kernelChips.length === 0)('drive a chip of the kernel', { timeout: 30_000 }, async () => {
  const [chip = ''] = kernelChips;
  const { lines } = open(basename(chip), { line: 0, direction: 'out' }, 1);
  await eventually('both are connected', () => lines?.connected(signal) === true && lines.connected('sig-2'));
  lines?.send({ do: 'switch', signal, on: true });
  await eventually('it is on', () => lines?.value(signal) === true);
  expect(readFileSync(join(chip, 'sim_gpio0/value'), 'utf8').trim()).toBe('1');
  writeFileSync(join(chip, 'sim_gpio1/pull'), 'pull-up');
  await eventually('the input is on', () => lines?.value('sig-2') === true);
});
