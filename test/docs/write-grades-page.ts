// Writes docs/grades.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './documents.js';
import { makeGradesPage, pagePath } from './grades-page.js';

writeFileSync(resolve(root, pagePath), makeGradesPage());
