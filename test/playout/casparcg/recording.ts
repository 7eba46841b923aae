// What a real CasparCG 2.5.0 was told and said, out of the transcript in the repository.
import { readFileSync } from 'node:fs';

const file = new URL('../../recordings/casparcg-2.5.0-amcp.txt', import.meta.url);

/** One thing that was sent, and what came back before the next; both as they were on the wire. */
export interface Exchange {
  /** Heading of the part of the transcript. */
  readonly part: string;
  readonly sent: string;
  readonly reply: string;
  /** How long was waited after it, milliseconds. */
  readonly pauseMs: number;
}

const wireOf = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.startsWith('    '))
    .map((line) => line.slice(4).replaceAll('<CR>', '\r').replaceAll('<LF>', '\n'))
    .join('');

const pauseOf = (lines: readonly string[]): number =>
  lines.map((line) => Number(/^-- sleep (\d+)ms$/.exec(line)?.[1] ?? 0)).reduce((all, one) => all + one, 0);

const exchange = (part: string, block: string): Exchange[] => {
  const [first = '', ...rest] = block.split('\n');
  const sent = /^>>> (".*")$/.exec(first)?.[1];
  return sent === undefined
    ? []
    : [{ part, sent: JSON.parse(sent) as string, reply: wireOf(rest), pauseMs: pauseOf(rest) }];
};

const partsOf = (text: string): readonly (readonly [string, string])[] =>
  text.split(/^# /m).map((part) => [part.split('\n', 1)[0] ?? '', part] as const);

/** Every exchange of the transcript that was sent alone, in its order. */
export const recordedExchanges: readonly Exchange[] = partsOf(readFileSync(file, 'utf8')).flatMap(([heading, part]) =>
  part.split(/^(?=>>> )/m).flatMap((block) => exchange(heading, block)),
);

/** A value under an address, as it was last heard. */
export interface OscMessage {
  readonly address: string;
  /** A letter of OSC for each value. */
  readonly types: string;
  readonly values: readonly unknown[];
}

const sample = readFileSync(new URL('../../recordings/casparcg-2.5.0-osc.txt', import.meta.url), 'utf8');

const toldLine = /^(\/\S+) ,(\S+) (\[.*\]) x\d+$/gm;

/** What the real server told by OSC to the address of a client that had it play a file to its end. */
export const recordedOscMessages: readonly OscMessage[] = [
  ...(sample.split('# OSC on 6250')[1] ?? '').matchAll(toldLine),
].map(([, address = '', types = '', values = '[]']) => ({ address, types, values: JSON.parse(values) as unknown[] }));
