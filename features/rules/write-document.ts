// Writes docs/rules.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { documentPath, makeDocument } from './document.js';

writeFileSync(resolve(import.meta.dirname, '../..', documentPath), makeDocument());
