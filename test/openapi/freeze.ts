// Updates the frozen copies of the OpenAPI documents. Refuses breaking changes unless called with `--breaking`.
import { freeze, frozenDocuments } from './frozen-documents.js';

const breaking = await freeze(frozenDocuments, process.argv.includes('--breaking'));

if (breaking.length > 0) {
  console.error(`Nothing was updated, because these changes break clients:\n${breaking.join('\n')}`);
  console.error('If they are intended, run npm run openapi:freeze -- --breaking');
  process.exitCode = 1;
}
