// The HTML around the content of a page.
import type { Rendered } from './markdown.js';
import { nextOn, type Group } from './navigation.js';
import { urlOn } from './paths.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const link = (page: string, target: string, label: string): string => {
  const current = page === target ? ' aria-current="page"' : '';
  return `<a href="${urlOn(page, target)}"${current}>${escaped(label)}</a>`;
};

const groupHtml = (page: string, { title, isPath, entries }: Group): string => {
  const list = isPath ? 'ol' : 'ul';
  const items = entries.map(({ label, page: target }) => `<li>${link(page, target, label)}</li>`).join('\n');
  const open = entries.some(({ page: target }) => target === page) ? ' open' : '';
  return `<details${open}><summary>${escaped(title)}</summary>\n<${list}>\n${items}\n</${list}>\n</details>`;
};

/** The headings of a page with several. */
const contents = ({ sections }: Rendered): string => {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return '';
  const items = shown.map(({ anchor, title }) => `<li><a href="#${anchor}">${escaped(title)}</a></li>`).join('\n');
  return `<nav aria-label="On this page"><details class="contents"><summary>On this page</summary>\n<ul>\n${items}\n</ul>\n</details></nav>`;
};

const nextHtml = (page: string, groups: readonly Group[]): string => {
  const found = nextOn(groups, page);
  if (found === undefined) return '';
  return `<p class="next">Next for the reader “${escaped(found.path)}”: ${link(page, found.next.page, found.next.label)}</p>`;
};

/** Returns the HTML of a page. */
export const pageHtml = (page: string, rendered: Rendered, groups: readonly Group[]): string => `<!doctype html>
<html lang="en" data-root="${'../'.repeat(page.split('/').length - 1)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(rendered.title)} · Studio Control</title>
<link rel="stylesheet" href="${urlOn(page, 'site.css')}">
<script defer src="${urlOn(page, 'site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${link(page, 'index.html', 'Studio Control')}
<div class="search" role="search">
<input type="search" id="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off">
<div id="results" hidden></div>
</div>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages">Pages</button>
</header>
<nav id="pages" aria-label="Pages">
${groups.map((group) => groupHtml(page, group)).join('\n')}
</nav>
<main id="content">
${contents(rendered)}
<article>
${rendered.html}
</article>
${nextHtml(page, groups)}
</main>
</body>
</html>
`;
