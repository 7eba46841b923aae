// Reads the recorded communication with a real CasparCG 2.5.0 from the repository.
import { readFileSync } from 'node:fs';

const file = new URL('../../../recordings/casparcg-2.5.0-amcp.txt', import.meta.url);

/** One sent text, and what the server sent before the next one, both unchanged. */
export interface RecordedExchange {
  /** Heading of its section in the transcript. */
  readonly part: string;
  readonly sent: string;
  readonly reply: string;
  /** Pause after it, in milliseconds. */
  readonly pauseMs: number;
}

const textOf = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.startsWith('    '))
    .map((line) => line.slice(4).replaceAll('<CR>', '\r').replaceAll('<LF>', '\n'))
    .join('');

const pauseOf = (lines: readonly string[]): number =>
  lines.map((line) => Number(/^-- sleep (\d+)ms$/.exec(line)?.[1] ?? 0)).reduce((all, one) => all + one, 0);

const exchange = (part: string, block: string): RecordedExchange[] => {
  const [first = '', ...rest] = block.split('\n');
  const sent = /^>>> (".*")$/.exec(first)?.[1];
  return sent === undefined
    ? []
    : [{ part, sent: JSON.parse(sent) as string, reply: textOf(rest), pauseMs: pauseOf(rest) }];
};

const partsOf = (text: string): readonly (readonly [string, string])[] =>
  text.split(/^# /m).map((part) => [part.split('\n', 1)[0] ?? '', part] as const);

/** The exchanges of the transcript, in their order. */
export const recordedExchanges: readonly RecordedExchange[] = partsOf(readFileSync(file, 'utf8')).flatMap(
  ([heading, part]) => part.split(/^(?=>>> )/m).flatMap((block) => exchange(heading, block)),
);

/** The last message with an address. */
export interface OscMessage {
  readonly address: string;
  /** The OSC type tag of each value. */
  readonly types: string;
  readonly values: readonly unknown[];
}

const sample = readFileSync(new URL('../../../recordings/casparcg-2.5.0-osc.txt', import.meta.url), 'utf8');

const messageLine = /^(\/\S+) ,(\S+) (\[.*\]) x\d+$/gm;

/** The messages that the real server sent while a client played a file to its end. */
export const recordedOscMessages: readonly OscMessage[] = [
  ...(sample.split('# OSC on 6250')[1] ?? '').matchAll(messageLine),
].map(([, address = '', types = '', values = '[]']) => ({ address, types, values: JSON.parse(values) as unknown[] }));
