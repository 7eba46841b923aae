// Checks the links of a built site: each file and each anchor that a page names exists.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The addresses that a page names in attributes. */
const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

/** Returns the links of a site that lead nowhere, each with its page. */
export const brokenLinks = (folder: string): readonly string[] => {
  const pages = globSync('**/*.html', { cwd: folder });
  const html = new Map(pages.map((page) => [join(folder, page), readFileSync(join(folder, page), 'utf8')]));
  const anchors = new Map(
    [...html].map(([file, text]) => [file, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  const isBroken = (page: string, address: string): boolean => {
    if (/^https?:/.test(address)) return false;
    const [path = '', anchor] = address.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(file) || !statSync(file).isFile()) return true;
    return anchor !== undefined && anchors.get(file)?.has(decodeURIComponent(anchor)) !== true;
  };
  return [...html].flatMap(([page, text]) =>
    addressesIn(text)
      .filter((address) => isBroken(page, address))
      .map((address) => `${page.slice(folder.length + 1)}: ${address}`),
  );
};
