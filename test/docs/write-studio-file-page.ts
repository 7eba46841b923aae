// Writes docs/studio-file.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './documents.js';
import { makeStudioFilePage, pagePath } from './studio-file-page.js';

writeFileSync(resolve(root, pagePath), makeStudioFilePage());
