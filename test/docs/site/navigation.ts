// The navigation of the site: the sections of the index of the documents, with their links.
import type { Token } from 'markdown-it';
import { tokensOf } from './markdown.js';
import { pagePath, siteDocuments, targetOf } from './paths.js';

export interface Entry {
  readonly label: string;
  /** The path of the page in the site. */
  readonly page: string;
}

export interface Group {
  readonly title: string;
  /** Whether the entries are to be read in their order. */
  readonly isPath: boolean;
  readonly entries: readonly Entry[];
}

const index = 'docs/README.md';

const pages: ReadonlySet<string> = new Set(siteDocuments.map(pagePath));

/** The links of inline content to pages of the site. */
const entriesIn = (children: readonly Token[]): readonly Entry[] =>
  children.flatMap((token, at) => {
    if (token.type !== 'link_open') return [];
    const target = targetOf(index, String(token.attrGet('href')));
    const label = children[at + 1]?.content ?? '';
    return target.kind === 'url' && pages.has(target.url) ? [{ label, page: target.url }] : [];
  });

/** Returns the groups of the index. Those with a numbered list are paths. */
export const navigation = (): readonly Group[] => {
  const groups: { title: string; isPath: boolean; entries: Entry[] }[] = [];
  const tokens = tokensOf(index);
  tokens.forEach(({ type, tag, children }, at) => {
    const group = groups.at(-1);
    if (type === 'heading_open' && tag === 'h2')
      groups.push({ title: tokens[at + 1]?.content ?? '', isPath: false, entries: [] });
    else if (type === 'ordered_list_open' && group !== undefined) group.isPath = true;
    else if (type === 'inline') group?.entries.push(...entriesIn(children ?? []));
  });
  return groups.filter(({ entries }) => entries.length > 0);
};

/** The page after another on the path that contains it. */
export const nextOn = (
  groups: readonly Group[],
  page: string,
): { readonly path: string; readonly next: Entry } | undefined => {
  for (const { title, isPath, entries } of groups) {
    const next = entries[entries.findIndex((entry) => entry.page === page) + 1];
    if (isPath && next !== undefined && entries.some((entry) => entry.page === page)) return { path: title, next };
  }
  return undefined;
};
