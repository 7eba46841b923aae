// Reads the specification: the project's requirements as numbered sentences, in parts.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Returns the names of the records in docs/decisions, such as `tally` for `tally.md`. */
export const readDecisionNames = (): readonly string[] =>
  globSync('*.md', { cwd: decisionsFolder })
    .filter((file) => file !== 'README.md')
    .map((file) => basename(file, '.md'))
    .sort();

/** Returns the titles of the project's decisions by name. */
export const readDecisionTitles = (): ReadonlyMap<string, string> =>
  new Map(
    readDecisionNames().map((name) => {
      const [heading = ''] = readFileSync(join(decisionsFolder, `${name}.md`), 'utf8').split('\n', 1);
      return [name, heading.replace(/^# /, '')];
    }),
  );
