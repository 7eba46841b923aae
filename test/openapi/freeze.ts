// Renews the frozen copy of the document, after a change that was meant.
import { writeFileSync } from 'node:fs';
import { documentNow, frozenFile, written } from './frozen.js';

writeFileSync(frozenFile, written(documentNow()));
