// Writes the report as one page that needs no network: styles, script and data are in it, and its Content-Security-Policy
// permits no others.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from './model.js';

const styleFiles = ['../../adapters/web/shared/tokens.css', 'page/style.css'];

const readStyle = (): string =>
  styleFiles.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** JSON within a script element ends at no markup that it contains. */
const embedded = (report: Report): string => JSON.stringify(report).replaceAll('<', '\\u003c');

const policyFor = (style: string, script: string): string =>
  [`default-src 'none'`, `style-src ${hash(style)}`, `script-src ${hash(script)}`, 'img-src data:'].join('; ');

/** Returns the page of a report, with its script. */
export const renderPage = (report: Report, script: string): string => {
  const style = readStyle();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Studio Control: features</title>
<style>${style}</style>
</head>
<body>
<noscript>This report needs JavaScript.</noscript>
<script type="application/json" id="report">${embedded(report)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
};
