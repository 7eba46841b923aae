// The Markdown documents of the repository.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The repository's folder. */
export const root = resolve(import.meta.dirname, '../..');

/** The paths of all documents, relative to {@link root}. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

export const readDocument = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
