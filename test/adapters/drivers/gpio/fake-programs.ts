// A driver whose programs of gpiod 2 run at no chip: they behave as beside a kernel with line 5, or as a test says.
import { onTestFinished } from 'vitest';
import { gpioDriver } from '../../../../adapters/drivers/gpio/gpio.js';
import type { StartTool } from '../../../../adapters/drivers/gpio/tools.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { attachedDevices, type AttachedDevices } from '../../../../application/connections/attached-devices.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import type { Drivers } from '../../../../application/commands/drivers.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';
import { advanceInSteps } from '../advance-clock.js';
import { layoutWith } from '../bench.js';

export const signal = 'sig-1';

/** The result of a program: what it prints, and its code. */
export type Answer = readonly [output: string, errors?: string, code?: number];

/** How a program behaves: it ends with an answer, or does nothing (`hung`: and can't be ended), or takes the line and can't be ended (`stuck`). */
export type Behaviour = Answer | 'idle' | 'hung' | 'stuck' | undefined;

/** A program that was started. */
interface Program {
  readonly command: string;
  readonly behaviour: Behaviour;
  readonly print: (text: string) => void;
  readonly end: (code: number | null) => void;
  isRunning: boolean;
}

const busy: Answer = ['', 'gpioset: unable to request lines: Device or resource busy', 1];

const setsOnce = (command: string): boolean => command.includes('--toggle=0');

class FakeMachine {
  readonly programs: Program[] = [];
  isOutput = false;

  constructor(private readonly behave: (command: string) => Behaviour) {}

  readonly start: StartTool = (name, args, events) => {
    const command = [name, ...args].join(' ');
    const wanted = this.behave(command);
    const behaviour = wanted === undefined || wanted === 'stuck' ? (this.#usual(command) ?? wanted) : wanted;
    const program: Program = {
      command,
      behaviour,
      print: events.output,
      end: (code) => {
        const ended = (): void => {
          events.ended(code);
        };
        if (program.isRunning) queueMicrotask(ended);
        program.isRunning = false;
      },
      isRunning: true,
    };
    this.programs.push(program);
    if (typeof behaviour === 'object') {
      const [output, errors = '', code = 0] = behaviour;
      queueMicrotask(() => {
        events.output(output);
        events.errors(errors);
        program.end(code);
      });
    }
    return {
      end: () => {
        if (behaviour !== 'stuck' && behaviour !== 'hung') program.end(null);
      },
    };
  };

  get #isHeld(): boolean {
    const holders = this.programs.filter(({ command }) => /^gpio(set|mon) /.test(command) && !setsOnce(command));
    return holders.some(({ isRunning, behaviour }) => isRunning && (behaviour === undefined || behaviour === 'stuck'));
  }

  #usual(command: string): Behaviour {
    if (command === 'gpiodetect --version') return ['gpiodetect (libgpiod) v2.2.1\n'];
    if (command === 'gpiodetect') return ['gpiochip0 [pl061] (8 lines)\n'];
    if (command.startsWith('gpioget')) return ['0\n'];
    if (command.startsWith('gpioinfo')) {
      const shown = `${this.isOutput ? 'output' : 'input'}${this.#isHeld ? ' consumer=studio-control' : ''}`;
      return [`gpiochip0 - 8 lines:\n\tline   5:\tunnamed         \t${shown}\n`];
    }
    if (this.#isHeld) return busy;
    this.isOutput = command.startsWith('gpioset');
    return setsOnce(command) ? [''] : undefined;
  }
}

interface Bench extends AttachedDevices {
  readonly clock: ManualClock;
  readonly machine: FakeMachine;
  readonly signalLines: Drivers['signalLines'];
  /** The reasons in the state of the connection, and those in the log. */
  readonly reasons: (string | null)[];
  readonly warnings: unknown[];
  readonly floods: (string | null)[];
  readonly isHeld: () => boolean;
  readonly pass: (ms: number) => Promise<void>;
  /** The programs so far that held the line or set it. */
  readonly setters: () => Program[];
  /** Puts another line into the studio file; undefined for none. */
  readonly change: (line: object | undefined) => void;
}

/** Opens a driver with one line whose programs behave so. */
export const besidePrograms = (line: object, behave: (command: string) => Behaviour = () => undefined): Bench => {
  const machine = new FakeMachine(behave);
  const [reasons, floods, warnings]: [(string | null)[], (string | null)[], unknown[]] = [[], [], []];
  const clock = manualClock();
  const layout = (one: object | undefined): ReturnType<typeof layoutWith> =>
    layoutWith('gpio', {}, { settings: { chip: 'gpiochip0' }, ...(one && { lines: { [signal]: one } }) });
  const current = currentLayout(layout(line));
  const devices = attachedDevices(current, unconnectedDrivers(current), {
    clock,
    log: { ...silent, warn: (_, fields) => void warnings.push(fields?.['reason']) },
    readSecret: () => Promise.resolve(''),
    table: { gpio: gpioDriver(() => machine.start) },
    states: { note: (_, reason) => reasons.push(reason), forget: () => undefined },
    flooded: (_, message) => floods.push(message),
  });
  onTestFinished(devices.close);
  const { signalLines } = devices.drivers;
  return {
    ...devices,
    machine,
    clock,
    signalLines,
    reasons,
    warnings,
    floods,
    isHeld: () => signalLines.connected(signal),
    pass: (ms) => advanceInSteps(clock, ms),
    setters: () => machine.programs.filter(({ command }) => /^gpio(set|mon)/.test(command)),
    change: (one) => {
      current.replace(layout(one));
    },
  };
};
