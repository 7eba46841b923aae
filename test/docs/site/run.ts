// Builds the site of the documents in dist/docs. Fails if one of its links leads nowhere.
import { join } from 'node:path';
import { root } from '../documents.js';
import { buildSite } from './build.js';
import { brokenLinks } from './check.js';

const target = join(root, 'dist/docs');
const pages = await buildSite(target);
const broken = brokenLinks(target);
for (const link of broken) process.stderr.write(`broken link in ${link}\n`);
process.stdout.write(`${String(pages)} pages: ${join(target, 'index.html')}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
