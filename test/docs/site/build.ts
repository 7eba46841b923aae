// Builds the documents as a site of static files, which needs no server and no network.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { build } from 'vite';
import { root } from '../documents.js';
import { render, type Rendered } from './markdown.js';
import { navigation } from './navigation.js';
import { searchOptions, type FoundSection } from './page/search-options.js';
import { pagePath, siteDocuments } from './paths.js';
import { pageHtml } from './template.js';

const source = join(import.meta.dirname, 'page');

const write = (file: string, content: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

/** Bundles the script of the pages for browsers that load it from a file, which load no modules. */
const bundleScript = async (target: string): Promise<void> => {
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: {
      outDir: target,
      emptyOutDir: false,
      lib: { entry: join(source, 'main.ts'), formats: ['iife'], name: 'site', fileName: () => 'site.js' },
    },
  });
};

const sectionsOf = (page: string, { title, sections }: Rendered): readonly FoundSection[] =>
  sections.map((section) => ({
    id: section.level === 1 ? page : `${page}#${section.anchor}`,
    title: section.title,
    page: section.level === 1 ? '' : title,
    text: section.text,
  }));

/** The index as a script, because a page that was opened from a file may not fetch others. */
const searchScript = (sections: readonly FoundSection[]): string => {
  const search = new MiniSearch<FoundSection>(searchOptions);
  search.addAll(sections);
  return `window.studioControlIndex = ${JSON.stringify(JSON.stringify(search))};\n`;
};

/** Builds the site in a folder, which is emptied first. Returns the number of its pages. */
export const buildSite = async (target: string): Promise<number> => {
  rmSync(target, { recursive: true, force: true });
  const groups = navigation();
  const found: FoundSection[] = [];
  const copies = new Set<string>();
  for (const document of siteDocuments) {
    const page = pagePath(document);
    const rendered = render(document);
    write(join(target, page), pageHtml(page, rendered, groups));
    found.push(...sectionsOf(page, rendered));
    for (const file of rendered.copies) copies.add(file);
  }
  for (const file of copies) {
    const copy = join(target, file.slice('docs/'.length));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, file), copy);
  }
  write(join(target, 'search-index.js'), searchScript(found));
  copyFileSync(join(source, 'site.css'), join(target, 'site.css'));
  await bundleScript(target);
  return siteDocuments.length;
};
