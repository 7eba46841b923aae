// Reads the file of a recorded session.
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { Beginning, TimedLine, type InputLine } from '../../../simulator/session/lines.js';
import { readLine } from '../../../simulator/session/read-line.js';
import { StartupError } from '../../machine/startup-errors.js';

/** A line after the first. */
export interface RecordedLine {
  /** Its JSON text. */
  readonly text: string;
  /** Time since the beginning, in milliseconds. */
  readonly atMs: number;
  /** What a replay repeats; undefined for an answer. */
  readonly input: InputLine | undefined;
}

/** A recording that was read. */
export interface Recording {
  readonly beginning: Beginning;
  readonly lines: readonly RecordedLine[];
  /** Number of the last line if it was cut off; it isn't among the lines. */
  readonly cutLine: number | undefined;
  /** Whether the recording was stopped. One whose program was killed has no end, and may lack its last lines. */
  readonly hasEnd: boolean;
}

const parsed = (text: string): E.Either<string, unknown> =>
  E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => 'expected JSON',
  );

/** Whether a text ends within a line. Lines are JSON objects, so a part of one is no JSON. */
const isCutOff = (text: string, last: string): boolean => !text.endsWith('\n') && E.isLeft(parsed(last));

/** Returns the index of the first line that disconnects the caller of a call that no earlier line has; -1 for none. */
const unknownDisconnect = (lines: readonly RecordedLine[]): number => {
  const calls = new Set<number>();
  return lines.findIndex(({ input }) => {
    if (input !== undefined && 'call' in input) calls.add(input.call);
    return input !== undefined && 'disconnect' in input && !calls.has(input.disconnect);
  });
};

/** Parses a recording. Throws a `StartupError` that names the line and what is wrong with it. */
export const parseRecording = (text: string, file: string): Recording => {
  const right = <A>(number: number, result: E.Either<string, A>): A => {
    if (E.isRight(result)) return result.right;
    throw new StartupError(`${file}: line ${String(number)}: ${result.left}`);
  };
  const [first = '', ...others] = text.split('\n').filter((line) => line !== '');
  const isCut = isCutOff(text, others.at(-1) ?? '{}');
  const lines = (isCut ? others.slice(0, -1) : others).map((line, index): RecordedLine => {
    const content = right(index + 2, parsed(line));
    const input = right(index + 2, readLine(content));
    const { atMs } = right(index + 2, decodeOrMessage(TimedLine, content));
    return { text: line, atMs, input };
  });
  const unknown = unknownDisconnect(lines);
  if (unknown !== -1) right(unknown + 2, E.left('disconnect: expected the number of an earlier call'));
  return {
    beginning: right(1, E.flatMap((content: unknown) => decodeOrMessage(Beginning, content))(parsed(first))),
    lines,
    cutLine: isCut ? others.length + 1 : undefined,
    hasEnd: !isCut && lines.some(({ input }) => input !== undefined && 'stop' in input),
  };
};

/** Reads the recording in a file. Rejects with a `StartupError` if it can't be read, or is none. */
export const readRecording = async (file: string): Promise<Recording> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new StartupError(`${file} can't be read (${code})`);
  });
  return parseRecording(text, file);
};
