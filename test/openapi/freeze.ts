// Renews the frozen copies of the documents, after a change that was meant.
import { writeFileSync } from 'node:fs';
import { consoleDocumentNow, consoleFrozenFile, documentNow, frozenFile, written } from './frozen.js';

writeFileSync(frozenFile, written(documentNow()));
writeFileSync(consoleFrozenFile, written(consoleDocumentNow()));
