// The documents' links lead somewhere: every file, heading and image that they name exists.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf, documents, readDocument, root } from './documents.js';

const withoutCode = (text: string): string => text.replace(/^( *)```.*?^\1```/gms, '').replace(/`[^`\n]*`/g, 'code');

const linksIn = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
  ]);

const anchors = new Map<string, ReadonlySet<string>>();

/** The anchors of a document, which is read once. */
const anchorsOf = (document: string): ReadonlySet<string> => {
  const known = anchors.get(document) ?? anchorsIn(readDocument(document));
  anchors.set(document, known);
  return known;
};

/** Whether a source has the line that an anchor such as `L12` names. */
const hasLine = (file: string, anchor: string): boolean => {
  const line = Number(/^L(\d+)$/.exec(anchor)?.[1] ?? 0);
  return line > 0 && line <= readFileSync(file, 'utf8').split('\n').length;
};

/** What is wrong with a link, or `undefined`. */
const brokenLink = (document: string, link: string): string | undefined => {
  if (/^https?:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? resolve(root, document) : resolve(root, dirname(document), path);
  if (!existsSync(file)) return `${link}: no such file`;
  if (anchor === undefined) return undefined;
  if (!file.endsWith('.md')) return hasLine(file, anchor) ? undefined : `${link}: no such line`;
  return anchorsOf(relative(root, file)).has(anchor) ? undefined : `${link}: no such heading`;
};

/** The documents that links of a document lead to. */
const documentsLinkedIn = (document: string): readonly string[] =>
  linksIn(readDocument(document))
    .map((link) => relative(root, resolve(root, dirname(document), link.split('#')[0] ?? '')))
    .filter((path) => documents.includes(path));

describe('documents', () => {
  it.each(documents)('%s has no broken link', (document) => {
    const broken = linksIn(readDocument(document)).flatMap((link) => brokenLink(document, link) ?? []);
    expect(broken).toEqual([]);
  });

  it('are all reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const document of reached) for (const other of documentsLinkedIn(document)) reached.add(other);
    expect(documents.filter((document) => !reached.has(document))).toEqual([]);
  });

  it('of the folder docs are all in its index', () => {
    const listed = new Set(documentsLinkedIn('docs/README.md'));
    const pages = documents.filter((document) => /^docs\/(devices\/)?[^/]+$/.test(document));
    expect(pages.filter((page) => page !== 'docs/README.md' && !listed.has(page))).toEqual([]);
  });

  it('have a path of at most five pages for each reader', () => {
    const paths = readDocument('docs/README.md').split(/^## /m).slice(1, 6);
    const lengths = paths.map((path) => path.match(/^\d\. /gm)?.length ?? 0);
    expect(lengths.filter((length) => length < 3 || length > 5)).toEqual([]);
  });

  it('name files that exist in code spans', () => {
    const isPath = /^(?:domain|application|adapters|simulator|features|test|infra|docs)\/[\w./-]+$/;
    const missing = documents.flatMap((document) =>
      [...readDocument(document).matchAll(/`([^`\n]+)`/g)]
        .map(([, code = '']) => code)
        .filter((code) => isPath.test(code) && !existsSync(resolve(root, code)))
        .map((code) => `${document}: ${code}`),
    );
    expect(missing).toEqual([]);
  });

  it('keep the README short', () => {
    expect(readDocument('README.md').split('\n').length).toBeLessThanOrEqual(60);
  });
});
