// Updates the frozen copies of the OpenAPI and AsyncAPI documents, and the types of the client. Refuses breaking changes unless called
// with `--breaking`.
import { writeFile } from 'node:fs/promises';
import { clientFile, currentClientApi, freeze, frozenDocuments } from './frozen-documents.js';

const breaking = await freeze(frozenDocuments, process.argv.includes('--breaking'));

if (breaking.length > 0) {
  console.error(`Nothing was updated, because these changes break clients:\n${breaking.join('\n')}`);
  console.error('If they are intended, run npm run openapi:freeze -- --breaking');
  process.exitCode = 1;
} else await writeFile(clientFile, await currentClientApi());
