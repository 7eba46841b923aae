// Reads which studio it is out of a file, or tells everything that is wrong with the file, each with its place.
import { readFile, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { unplayable } from '../adapters/playout/casparcg/commands.js';
import type { ValidationIssue } from '../domain/codec/issues.js';
import { fieldOf, listIn, textIn } from '../domain/codec/unchecked.js';
import { MediaPath } from '../domain/studio/clip.js';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';
import { StartupError } from './startup-errors.js';

/** Something wrong with a file. */
export interface FileIssue {
  /** Both from 1; none where the file as a whole is wrong. */
  readonly line?: number;
  readonly column?: number;
  /** What, as in `signals[0].id: expected …`. */
  readonly what: string;
}

/** The largest file that is read, bytes. */
const largestFile = 4_194_304;

/** `banks[0].clips[2].media` as the keys that lead there. */
const keysOf = (place: string): readonly (string | number)[] =>
  [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );

/** Where a place is in the text; what isn't there is where it should be: in the innermost thing around it. */
const offsetOf = (document: Document, keys: readonly (string | number)[]): number => {
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const range = (node as Node | null | undefined)?.range;
  if (range) return range[0];
  return keys.length === 0 ? 0 : offsetOf(document, keys.slice(0, -1));
};

/** A fault in the text of a file. */
type TextFault = Required<FileIssue>;

const faultAt = (lines: LineCounter, offset: number, what: string): TextFault => {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col), what };
};

/** Why no player could be told a clip; one whose media is no path at all is told elsewhere. */
const unplayableClip = (clip: unknown, place: string): readonly ValidationIssue[] => {
  const [key, media] = [textIn(clip, 'key'), textIn(clip, 'media')];
  if (key === undefined || (media !== undefined && !MediaPath.is(media))) return [];
  const why = unplayable(media === undefined ? { key } : { key, media });
  const field = media === undefined ? 'key' : 'media';
  return why === undefined ? [] : [{ path: `${place}.${field}`, expected: `a file that CasparCG plays: ${why}` }];
};

/** Where outputs have players, these must be able to play every clip. */
const unplayableClips = (input: unknown): readonly ValidationIssue[] =>
  listIn(input, 'outputs').some((output) => fieldOf(output, 'player') !== undefined)
    ? listIn(input, 'banks').flatMap((bank, at) =>
        listIn(bank, 'clips').flatMap((clip, index) =>
          unplayableClip(clip, `banks[${String(at)}].clips[${String(index)}]`),
        ),
      )
    : [];

const readLayout = (input: unknown): E.Either<readonly ValidationIssue[], StudioLayout> => {
  const read = readStudioLayout(input);
  const faults = [...(E.isLeft(read) ? read.left : []), ...unplayableClips(input)];
  return faults.length > 0 ? E.left(faults) : read;
};

const inTextOrder = (faults: readonly TextFault[]): readonly TextFault[] =>
  faults.toSorted((a, b) => a.line - b.line || a.column - b.column);

/** Reads a studio out of YAML or JSON. */
export const readStudioText = (text: string): E.Either<readonly TextFault[], StudioLayout> => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors.map(({ pos, message }) => faultAt(lines, pos[0], message));
  if (broken.length > 0) return E.left(inTextOrder(broken));
  const input = E.tryCatch(
    () => document.toJS() as unknown,
    (error) => [faultAt(lines, 0, (error as Error).message)],
  );
  if (E.isLeft(input)) return input;
  return E.mapLeft((faults: readonly ValidationIssue[]) =>
    inTextOrder(
      faults.map(({ path: place, expected }) =>
        faultAt(lines, offsetOf(document, keysOf(place)), `${place || 'the whole value'}: expected ${expected}`),
      ),
    ),
  )(readLayout(input.right));
};

/** Reads a studio's file. */
export const readStudioFile = async (file: string): Promise<E.Either<readonly FileIssue[], StudioLayout>> => {
  try {
    const { size } = await stat(file);
    if (size > largestFile) return E.left([{ what: `expected a file of up to ${String(largestFile)} bytes` }]);
    return readStudioText(await readFile(file, 'utf8'));
  } catch (error) {
    return E.left([{ what: `can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` }]);
  }
};

/** One line for each fault, as editors and compilers tell places. */
export const issueLines = (file: string, faults: readonly FileIssue[]): readonly string[] =>
  faults.map(({ line, column, what }) =>
    [file, line, column, ` ${what}`].filter((part) => part !== undefined).join(':'),
  );

/** Reads a studio's layout from a file that has to be sound. */
export const studioLayout = async (file: string): Promise<StudioLayout> => {
  const read = await readStudioFile(file);
  if (E.isRight(read)) return read.right;
  throw new StartupError(`STUDIO_FILE: ${issueLines(file, read.left).join('; ')}`);
};
