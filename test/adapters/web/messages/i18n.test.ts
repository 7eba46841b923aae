// That each text of the pages is in the catalogues, and each translation says what the English text does.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const pages = join(root, 'adapters/web');
const files = globSync('{console,editing,screens}/**/*.{ts,tsx}', { cwd: pages }).map((file) => join(pages, file));

/** Attributes that people read or hear. */
const shown = new Set([
  'title',
  'text',
  'label',
  'hint',
  'send',
  'explanation',
  'confirm',
  'empty',
  'alt',
  'placeholder',
  'aria-label',
]);

const macros = /^(?:Trans|Plural|Select|SelectOrdinal)$/;
const macroCalls = /^(?:t|plural|select|selectOrdinal)$/;

/** Names and codes that are the same in all languages, those of Companion's fields among them. */
const untranslated = new Set([
  'Studio Control',
  'Stream Deck',
  'Bearer',
  'URL',
  'URI',
  'Host',
  'Port',
  'Token',
  'Headers',
]);

const isMacro = (node: ts.Node, source: ts.SourceFile): boolean =>
  (ts.isJsxElement(node) && macros.test(node.openingElement.tagName.getText(source))) ||
  (ts.isJsxSelfClosingElement(node) && macros.test(node.tagName.getText(source))) ||
  (ts.isTaggedTemplateExpression(node) && macroCalls.test(node.tag.getText(source))) ||
  (ts.isCallExpression(node) && macroCalls.test(node.expression.getText(source)));

const literal = (node: ts.Node | undefined): string =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) ? node.text : '';

const textOf = (node: ts.Node, source: ts.SourceFile): string => {
  if (ts.isJsxText(node)) return node.text;
  // The label of a field or an option, the title of a dialog.
  if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && shown.has(node.name.getText(source)))
    return literal(node.initializer);
  if (node !== source && ts.isPropertyAssignment(node.parent) && node.parent.name === node) return '';
  // A sentence that code puts together.
  return /^\p{Lu}\p{Ll}+[ .…]/u.test(literal(node)) ? literal(node) : '';
};

/** Returns the texts in a file that are in no macro: letters of a language, not of a value. */
const textsBeside = (name: string, content: string): readonly string[] => {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (isMacro(node, source)) return;
    const text = textOf(node, source).trim();
    if (/\p{L}{2}/u.test(text) && !untranslated.has(text)) found.push(text);
    node.forEachChild(look);
  };
  look(source);
  return found;
};

it('each text is in a macro', () => {
  expect(files.length).toBeGreaterThan(200);
  const beside = files.flatMap((file) =>
    textsBeside(file, readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(beside).toEqual([]);
});

it('finds a text that is in none', () => {
  const content = `
    const page = <p title="A title" aria-label={t\`Here\`}>Now &amp; then<Trans>Here</Trans><b>{y}</b></p>;
    const text = isDone ? 'Not found here' : \`Not \${found} there\`;`;
  expect(textsBeside('page.tsx', content)).toEqual(['A title', 'Now &amp; then', 'Not found here', 'Not']);
});

/** What a translation must have as the English text has it: placeholders, elements, and the kinds of cases. */
const partsOf = (message: string): readonly string[] =>
  [...new Set(message.match(/\{\w+(?=\}|, (?:plural|select))|<\/?\d+\/?>/g) ?? [])].toSorted();

const [catalogue] = await getCatalogs(getConfig({ cwd: root }));

it.each([...(catalogue?.locales ?? [])])('the catalogue "%s" has each text, and no other', async (locale) => {
  const [inCode, translated] = [await catalogue?.collect(), await catalogue?.read(locale)];
  expect(Object.keys(translated ?? {}).toSorted()).toEqual(Object.keys(inCode ?? {}).toSorted());
  const texts = Object.entries(translated ?? {}).map(([id, { message = id, translation = '' }]) => ({
    message,
    translation,
  }));
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(({ translation }) => translation === '')).toEqual([]);
  const unlike = texts.filter((text) => String(partsOf(text.message)) !== String(partsOf(text.translation)));
  expect(unlike).toEqual([]);
});
