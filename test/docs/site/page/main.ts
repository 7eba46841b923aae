// The search and the menu of the site's pages.
import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions, type FoundSection } from './search-options.js';

declare global {
  interface Window {
    /** The index, as JSON. The script `search-index.js` sets it. */
    studioControlIndex?: string;
  }
}

const maxResults = 12;

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
};

const siteRoot = document.documentElement.dataset['root'] ?? '';
const input = element('search') as HTMLInputElement;
const results = element('results');

const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => {
      resolve();
    });
    script.addEventListener('error', () => {
      reject(new Error(`${url} can't be loaded`));
    });
    document.head.append(script);
  });

let loading: Promise<MiniSearch<FoundSection>> | undefined;

/** Loads the index when it is needed first. */
const index = (): Promise<MiniSearch<FoundSection>> => {
  loading ??= loadScript(`${siteRoot}search-index.js`).then(() =>
    MiniSearch.loadJSON<FoundSection>(window.studioControlIndex ?? '{}', searchOptions),
  );
  return loading;
};

/** The part of a text around the first of some words. */
const excerpt = (text: string, words: readonly string[]): string => {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((found) => found >= 0)),
  );
  const start = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}${text.length > start + 140 ? ' …' : ''}`;
};

const line = (name: string, text: string): HTMLElement => {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
};

const resultLink = ({ id, title, page, text, terms }: SearchResult): HTMLElement => {
  const link = document.createElement('a');
  link.href = `${siteRoot}${String(id)}`;
  link.append(line('title', String(title)), line('page', String(page)), line('text', excerpt(String(text), terms)));
  link.addEventListener('click', hide);
  return link;
};

function hide(): void {
  results.hidden = true;
}

const show = async (): Promise<void> => {
  const query = input.value.trim();
  if (query === '') {
    hide();
    return;
  }
  const found = (await index()).search(query).slice(0, maxResults);
  results.replaceChildren(...found.map(resultLink));
  if (found.length === 0) results.textContent = 'Nothing was found.';
  results.hidden = false;
};

/** Moves the focus among the field and the results. */
const move = (by: number): void => {
  const places: readonly HTMLElement[] = [input, ...results.querySelectorAll('a')];
  const at = places.indexOf(document.activeElement as HTMLElement);
  places[Math.min(places.length - 1, Math.max(0, at + by))]?.focus();
};

input.addEventListener('input', () => void show());
input.addEventListener('focus', () => void show());
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') results.querySelector('a')?.click();
});

const contents = document.querySelector<HTMLDetailsElement>('.contents');
if (contents !== null) contents.open = matchMedia('(min-width: 1101px)').matches;

element('menu').addEventListener('click', ({ currentTarget }) => {
  const isOpen = element('pages').classList.toggle('open');
  (currentTarget as HTMLElement).setAttribute('aria-expanded', String(isOpen));
});

document.addEventListener('click', ({ target }) => {
  if (!(target as Element).closest('.search')) hide();
});

document.addEventListener('keydown', (event) => {
  const isInSearch = document.activeElement?.closest('.search') !== null;
  if (event.key === '/' && !isInSearch) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') {
    hide();
  } else if (isInSearch && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  }
});
