// Renders a document as HTML, with anchors at its headings and links within the site.
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf, readDocument } from '../documents.js';
import { targetOf } from './paths.js';

/** A heading with the text below it, up to the next one. */
export interface Section {
  readonly title: string;
  /** The anchor of the heading. */
  readonly anchor: string;
  /** 1 for the title of the page. */
  readonly level: number;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Files of the repository that the page shows or links to, which the site needs copies of. */
  readonly copies: readonly string[];
}

/** Adds what makes a wide table or a long line scroll by itself, also with the keyboard. */
const scrolling = (html: string, kind: string): string => `<div class="${kind}" tabindex="0">${html}</div>\n`;

const markdown = new MarkdownIt({ html: true });
const { rules } = markdown.renderer;
rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
rules['table_close'] = () => '</table></div>\n';
rules['fence'] = (tokens, at) => {
  const { info = '', content = '' } = tokens[at] ?? {};
  const code = `<pre><code>${markdown.utils.escapeHtml(content)}</code></pre>`;
  return info.trim() === 'mermaid'
    ? `<figure><figcaption>A diagram, in the language Mermaid</figcaption>${scrolling(code, 'code')}</figure>\n`
    : scrolling(code, 'code');
};

/** The text that a reader sees of inline content. */
const textOf = ({ children, content }: Token): string =>
  children === null
    ? content
    : children
        .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
        .map(({ type, content: text }) => (type === 'softbreak' ? ' ' : text))
        .join('');

/** Turns a link to a file that isn't in the site into a text with the file as its hint. */
const showAsText = (opening: Token, closing: Token | undefined, file: string): void => {
  opening.tag = 'span';
  opening.attrs = [
    ['class', 'source'],
    ['title', `${file} in the repository`],
  ];
  if (closing !== undefined) closing.tag = 'span';
};

/** Changes the links and images of inline content to those of the site. Returns the files that it needs. */
const linkWithinSite = (document: string, children: readonly Token[]): readonly string[] =>
  children.flatMap((token, at) => {
    const attribute = token.type === 'link_open' ? 'href' : 'src';
    const link = ['link_open', 'image'].includes(token.type) ? token.attrGet(attribute) : null;
    if (link === null) return [];
    const target = targetOf(document, String(link));
    if (target.kind === 'source') {
      const closing = children.slice(at).find(({ type }) => type === 'link_close');
      showAsText(token, closing, target.file);
      return [];
    }
    token.attrSet(attribute, target.url);
    return target.kind === 'copy' ? [target.file] : [];
  });

/** Gives out anchors: the second heading with the same words gets `-1`, as GitHub does it. */
const anchors = (): ((title: string) => string) => {
  const uses = new Map<string, number>();
  return (title) => {
    const anchor = anchorOf(title);
    const used = uses.get(anchor) ?? 0;
    uses.set(anchor, used + 1);
    return used === 0 ? anchor : `${anchor}-${String(used)}`;
  };
};

/** Sets the anchors of the headings. Returns the sections of a page. */
const sectionsOf = (tokens: readonly Token[]): readonly Section[] => {
  const anchorFor = anchors();
  const sections: (Omit<Section, 'text'> & { text: string })[] = [];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const title = textOf(tokens[at + 1] ?? token);
      const anchor = anchorFor(title);
      token.attrSet('id', anchor);
      sections.push({ title, anchor, level: Number(token.tag.slice(1)), text: '' });
      return;
    }
    const section = sections.at(-1);
    const isText = token.type === 'fence' || (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open');
    if (isText && section !== undefined) section.text += `${section.text === '' ? '' : ' '}${textOf(token)}`;
  });
  return sections;
};

/** The tokens of a document. */
export const tokensOf = (document: string): readonly Token[] => markdown.parse(readDocument(document), {});

/** Renders a document. */
export const render = (document: string): Rendered => {
  const tokens = markdown.parse(readDocument(document), {});
  const copies = tokens.flatMap(({ children }) => linkWithinSite(document, children ?? []));
  const sections = sectionsOf(tokens);
  return {
    title: sections[0]?.title ?? document,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections,
    copies,
  };
};
