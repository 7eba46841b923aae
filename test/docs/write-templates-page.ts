// Writes docs/devices/templates.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './documents.js';
import { makeTemplatesPage, pagePath } from './templates-page.js';

writeFileSync(resolve(root, pagePath), await makeTemplatesPage());
