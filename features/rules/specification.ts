// Reads the specification: the project's requirements as numbered sentences, in parts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One requirement. */
export interface Sentence {
  /** The part's number and the sentence's, such as `S4.11`. An id is never used again. */
  readonly id: string;
  readonly text: string;
}

/** A part of the specification. */
export interface Part {
  readonly title: string;
  readonly sentences: readonly Sentence[];
}

interface PartFile {
  readonly title: string;
  readonly sentences: Readonly<Record<string, string>>;
}

const folder = join(import.meta.dirname, 'specification');

const readPart = (file: string): Part => {
  const { title, sentences } = parse(readFileSync(join(folder, file), 'utf8')) as PartFile;
  return { title, sentences: Object.entries(sentences).map(([id, text]) => ({ id, text })) };
};

/** Returns the parts of the specification in their order. */
export const readSpecification = (): readonly Part[] => globSync('*.yaml', { cwd: folder }).sort().map(readPart);

const decisionsFolder = join(import.meta.dirname, '../../docs/decisions');

/** Returns the file names of the project's decisions by number, such as `0035`. */
export const readDecisionFiles = (): ReadonlyMap<string, string> =>
  new Map(globSync('[0-9]*.md', { cwd: decisionsFolder }).map((file) => [file.slice(0, 4), file]));

/** Returns the titles of the project's decisions by number, such as `0035`. */
export const readDecisionTitles = (): ReadonlyMap<string, string> =>
  new Map(
    [...readDecisionFiles()].sort().map(([number, file]) => {
      const [heading = ''] = readFileSync(join(decisionsFolder, file), 'utf8').split('\n', 1);
      return [number, heading.replace(/^# \d+: /, '')];
    }),
  );
