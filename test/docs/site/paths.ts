// Where a document is in the site, and where its links lead there.
import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { documents, root } from '../documents.js';

/** Documents of folders with code, which the site has too. */
const others = ['adapters/client/README.md', 'adapters/companion/README.md'];

/** The documents of the site: the index, the other pages of `docs`, and those beside the code. */
export const siteDocuments: readonly string[] = [...documents, ...others];

/** Returns the path of a document in the site: `docs/api.md` is `api.html`, `CONTRIBUTING.md` is `project/contributing.html`. */
export const pagePath = (document: string): string => {
  if (document.startsWith('docs/'))
    return document
      .slice('docs/'.length)
      .replace(/(^|\/)README\.md$/, '$1index.md')
      .replace(/md$/, 'html');
  return `project/${document.replaceAll('/', '-').toLowerCase().replace(/md$/, 'html')}`;
};

/** The URL of one page or file of the site on another. */
export const urlOn = (page: string, target: string): string => posix.relative(posix.dirname(page), target) || target;

/** Where a link leads in the site: to an address, to a file of `docs` that the site has a copy of, or only to a file of the repository. */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'copy'; readonly url: string; readonly file: string }
  | { readonly kind: 'source'; readonly file: string };

/** Returns where a link of a document leads. */
export const targetOf = (document: string, link: string): Target => {
  if (/^(https?|mailto):|^#/.test(link)) return { kind: 'url', url: link };
  const [path = '', anchor] = link.split('#');
  const file = posix.join(posix.dirname(document), path);
  const page = pagePath(document);
  if (siteDocuments.includes(file)) {
    const url = urlOn(page, pagePath(file));
    return { kind: 'url', url: anchor === undefined ? url : `${url}#${anchor}` };
  }
  const isCopied = file.startsWith('docs/') && existsSync(join(root, file)) && statSync(join(root, file)).isFile();
  return isCopied
    ? { kind: 'copy', file, url: urlOn(page, file.slice('docs/'.length)) }
    : { kind: 'source', file: anchor === undefined ? file : `${file}#${anchor}` };
};
