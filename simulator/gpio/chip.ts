// A simulated GPIO chip. The programs of gpiod, or what stands in for them, reach it by TCP: a line of JSON says what is run, and each
// line back has what the program prints or that it has ended. It behaves as the programs do beside a real kernel, by their help and output.
import type { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { createServer, type Socket } from 'node:net';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { commandLineOf, majorOf, type CommandLine, type Invocation } from './command-line.js';

/** What a program prints, and how it ends. */
interface Running {
  readonly invocation: Invocation;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly exit: (code: number) => void;
  /** Whether it has been ended. */
  readonly isOver: () => boolean;
  /** Is called when it ends, in whichever way. */
  readonly onEnd: (run: () => void) => void;
}

/** A line of the chip: the signal at it. */
interface ChipLine {
  readonly offset: number;
  readonly name: string | undefined;
  readonly signal: string;
  readonly isActiveLow: boolean;
}

/** The number of lines that have none in the studio file, but names. */
const firstNamed = 32;

const busy = 'Device or resource busy';

/** Returns the chip of a command line, and its other operands. */
const chipIn = (
  invocation: Invocation,
  { options, operands }: CommandLine,
): readonly [string | undefined, readonly string[]] =>
  majorOf(invocation) === '1' ? [operands[0], operands.slice(1)] : [options.get('chip'), operands];

const noChip = (invocation: Invocation, chip: string): string =>
  majorOf(invocation) === '1'
    ? `looking up chip ${chip}: No such file or directory`
    : `cannot find GPIO chip character device '${chip}'`;

/** Returns a line as gpioinfo prints it. */
const infoOf = (
  invocation: Invocation,
  { offset, name }: ChipLine,
  { consumer, isOutput }: { readonly consumer: string | undefined; readonly isOutput: boolean },
): string => {
  const number = String(offset).padStart(3);
  const shownName = name === undefined ? 'unnamed' : `"${name}"`;
  const direction = isOutput ? 'output' : 'input';
  if (majorOf(invocation) === '2')
    return `\tline ${number}:\t${shownName.padEnd(16)}\t${direction}${consumer === undefined ? '' : ` consumer=${consumer}`}\n`;
  const user = consumer === undefined ? 'unused' : `"${consumer}"`;
  const columns = [shownName.padStart(12), user.padStart(12), direction.padStart(8), ' active-high'];
  return `\tline ${number}: ${columns.join(' ')} ${consumer === undefined ? '' : '[used]'}\n`;
};

const linesOf = ({ attachments }: FaceOptions): readonly ChipLine[] => {
  let named = firstNamed;
  return [...attachments.lines].map(([signal, settings]) => {
    const line = fieldOf(settings, 'line');
    const isActiveLow = fieldOf(settings, 'activeLow') === true;
    if (typeof line === 'number') return { offset: line, name: undefined, signal, isActiveLow };
    named += 1;
    return { offset: named, name: String(line), signal, isActiveLow };
  });
};

class SimulatedChip implements WireFace {
  readonly #listener = new TcpListener(() =>
    createServer({ allowHalfOpen: true }, (socket) => {
      this.#accept(socket);
    }),
  );
  readonly #lines: readonly ChipLine[];
  /** What uses each line. */
  readonly #uses = new Map<number, string>();
  readonly #outputs = new Set<number>();
  readonly #programs = new Set<Running>();
  readonly #unsubscribe: () => void;
  readonly #name: string;
  readonly #label: string;

  constructor(private readonly options: FaceOptions) {
    this.#lines = linesOf(options);
    const wanted = textIn(options.settings, 'chip') ?? '';
    const isName = /^gpiochip\d+$/.test(wanted);
    this.#name = isName ? wanted : 'gpiochip0';
    this.#label = isName ? 'simulated' : wanted;
    this.#unsubscribe = options.devices.signalLines.watch(() => {
      if (!this.#isPresent()) this.#unplug();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** A chip that is away is as if it were unplugged. The programs themselves can always be run. */
  #isPresent(): boolean {
    return this.#lines.every(({ signal }) => this.options.devices.signalLines.connected(signal));
  }

  #unplug(): void {
    for (const program of [...this.#programs]) program.exit(1);
  }

  #accept(socket: Socket): void {
    let received = '';
    let isStarted = false;
    const ends: (() => void)[] = [];
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      for (const run of ends.splice(0)) run();
    };
    const write = (message: object): void => {
      if (!socket.destroyed && socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    };
    socket.once('close', over).on('end', () => {
      over();
      socket.end();
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (isStarted || !received.includes('\n')) return;
      isStarted = true;
      const running: Running = {
        invocation: JSON.parse(received.split('\n')[0] ?? '') as Invocation,
        print: (out) => {
          write({ out });
        },
        complain: (err) => {
          write({ err: `${running.invocation.tool}: ${err}\n` });
        },
        exit: (code) => {
          write({ exit: code });
          over();
          socket.end();
        },
        isOver: () => isOver,
        onEnd: (run) => ends.push(run),
      };
      this.#programs.add(running);
      running.onEnd(() => this.#programs.delete(running));
      this.#run(running);
    });
  }

  #fail(running: Running, text: string): void {
    running.complain(text);
    running.exit(1);
  }

  #run(running: Running): void {
    const { invocation } = running;
    const { tool, args, version } = invocation;
    if (args[0] === '--version') {
      running.print(`${tool} (libgpiod) v${version}\n`);
      running.exit(0);
      return;
    }
    const line = commandLineOf(invocation);
    if (typeof line === 'string') this.#fail(running, `unrecognized option '${line}'`);
    else if (tool === 'gpiodetect') this.#detect(running);
    else this.#runOn(running, line);
  }

  #detect(running: Running): void {
    const count = Math.max(firstNamed, ...this.#lines.map(({ offset }) => offset)) + 1;
    if (this.#isPresent()) running.print(`${this.#name} [${this.#label}] (${String(count)} lines)\n`);
    running.exit(0);
  }

  /** Runs a program on the chip: version 1 has its name as the first operand, version 2 as an option. */
  #runOn(running: Running, line: CommandLine): void {
    const [chip = '', operands] = chipIn(running.invocation, line);
    if (chip !== this.#name || !this.#isPresent()) this.#fail(running, noChip(running.invocation, chip));
    else if (running.invocation.tool === 'gpioinfo') this.#info(running);
    else this.#runOnLine(running, line.options, operands);
  }

  #info(running: Running): void {
    running.print(`${this.#name} - ${String(this.#lines.length)} lines:\n`);
    for (const line of this.#lines) {
      const consumer = this.#uses.get(line.offset);
      const isOutput = this.#outputs.has(line.offset);
      running.print(infoOf(running.invocation, line, { consumer, isOutput }));
    }
    running.exit(0);
  }

  #runOnLine(running: Running, options: CommandLine['options'], operands: readonly string[]): void {
    const { tool } = running.invocation;
    const [, offset = '', value] = /^(\d+)(?:=([01]))?$/.exec(operands.length === 1 ? (operands[0] ?? '') : '') ?? [];
    const line = this.#lines.find((one) => String(one.offset) === offset);
    if (line === undefined) {
      this.#fail(running, 'Invalid argument');
      return;
    }
    if (this.#uses.has(line.offset)) this.#fail(running, busy);
    else if (tool === 'gpioget') this.#get(running, line, options);
    else if (tool === 'gpiomon') this.#monitor(running, line, options);
    else if (value === undefined) this.#fail(running, 'invalid offset<->value mapping');
    else void this.#set(running, line, options, value === '1');
  }

  /** Whether a line is active for a program. */
  #isActive({ signal, isActiveLow }: ChipLine, options: CommandLine['options']): boolean {
    const isHigh = (this.options.devices.signalLines.value(signal) === true) !== isActiveLow;
    return isHigh !== options.has('active-low');
  }

  #get(running: Running, line: ChipLine, options: CommandLine['options']): void {
    // The kernel takes a resistor only together with a direction.
    if (options.has('as-is') && options.has('bias')) {
      this.#fail(running, 'unable to request lines: Invalid argument');
      return;
    }
    if (!options.has('as-is')) this.#outputs.delete(line.offset);
    running.print(`${this.#isActive(line, options) ? '1' : '0'}\n`);
    running.exit(0);
  }

  #hold(running: Running, line: ChipLine, options: CommandLine['options'], isOutput: boolean): void {
    const own = majorOf(running.invocation) === '1' ? undefined : options.get('consumer');
    if (isOutput) this.#outputs.add(line.offset);
    else this.#outputs.delete(line.offset);
    this.#uses.set(line.offset, own ?? running.invocation.tool);
    running.onEnd(() => this.#uses.delete(line.offset));
  }

  #monitor(running: Running, line: ChipLine, options: CommandLine['options']): void {
    const [rising, falling] = majorOf(running.invocation) === '1' ? ['1', '0'] : ['1', '2'];
    this.#hold(running, line, options, false);
    let wasActive = this.#isActive(line, options);
    const stop = this.options.devices.signalLines.watch(() => {
      const isActive = this.#isActive(line, options);
      if (isActive === wasActive) return;
      wasActive = isActive;
      running.print(`${(options.get('format') ?? '').replace('%e', isActive ? rising : falling)}\n`);
    });
    running.onEnd(stop);
  }

  async #set(running: Running, line: ChipLine, options: CommandLine['options'], isActive: boolean): Promise<void> {
    const { signalLines } = this.options.devices;
    const on = (isActive !== options.has('active-low')) !== line.isActiveLow;
    if (signalLines.value(line.signal) !== on) {
      const sent = signalLines.send({ do: 'switch', signal: line.signal, on });
      const confirmed = E.isLeft(sent) ? sent : await sent.right.confirmed;
      if (running.isOver()) return;
      const reason = E.isLeft(confirmed) ? 'Operation not permitted' : busy;
      if (E.isLeft(confirmed) || this.#uses.has(line.offset)) {
        this.#fail(running, `error setting the GPIO line values: ${reason}`);
        return;
      }
    }
    this.#hold(running, line, options, true);
    if (options.get('mode') === 'exit' || options.get('toggle') === '0') running.exit(0);
  }
}

/** Creates a simulated chip. */
export const gpioFace: OpenFace = (options) => new SimulatedChip(options);
