// The language of panels and displays, and that each of their texts is in the catalogue of messages.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { languages, textsFor } from '../../../../../adapters/web/screens/messages/texts.js';

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'DE'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('@PANEL-8: for %j it is %s', (tags, language) => {
  expect(textsFor(tags).language).toBe(language);
});

it('each language has every text', () => {
  const empty = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'function') return [];
    if (typeof value !== 'object' || value === null) return value === '' && path !== '.marks.none' ? [path] : [];
    return Object.entries(value).flatMap(([name, inner]) => empty(inner, `${path}.${name}`));
  };
  for (const texts of languages) expect(empty(texts, '')).toEqual([]);
});

const folder = resolve(import.meta.dirname, '../../../../../adapters/web/screens');

/** Attributes that people read or hear. */
const shown = new Set(['title', 'text', 'label', 'alt', 'placeholder', 'aria-label']);

/** Returns the texts in an element that don't come from the catalogue: letters of a language, not of a value. */
const textsIn = (source: ts.SourceFile): readonly string[] => {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isShown = ts.isJsxAttribute(node) && shown.has(node.name.getText(source));
    const literal = isShown && node.initializer && ts.isStringLiteral(node.initializer) ? node.initializer.text : '';
    const text = ts.isJsxText(node) ? node.text : literal;
    if (/\p{L}{2}/u.test(text)) found.push(text.trim());
    // A sentence that code puts together.
    if (
      (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) &&
      /^\p{Lu}\p{L}+ \p{L}/u.test(node.text)
    )
      found.push(node.text);
    node.forEachChild(look);
  };
  look(source);
  return found;
};

it('each text of a screen is in the catalogue', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.startsWith('messages'));
  expect(files.length).toBeGreaterThan(15);
  const outside = files.flatMap((file) => {
    const content = readFileSync(resolve(folder, file), 'utf8');
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    return textsIn(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind)).map(
      (text) => `${file}: ${text}`,
    );
  });
  expect(outside.filter((text) => !text.endsWith(': Studio Control'))).toEqual([]);
});

it('finds a text that is not in it', () => {
  const source = '<p title="A title">Now &amp; then<b aria-label={x}>{y}</b></p>; const z = "Not found here";';
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  expect(textsIn(file)).toEqual(['A title', 'Now &amp; then', 'Not found here']);
});
