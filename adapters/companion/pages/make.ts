// Writes button pages for the studio of a running service, as files that Companion imports. Run by
// `npm run companion:pages -- http://127.0.0.1:3002 folder`. A token is read from the environment variable STUDIO_TOKEN,
// because the arguments of a process are visible to others.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { studioClient } from '../../client/client.js';
import { readStudio } from '../service/read-studio.js';
import { pageFiles } from './page-file.js';

const [address = '', folder = ''] = process.argv.slice(2);
const url = URL.parse(address);
if (url === null || folder === '') throw new Error('expected the URL of a service, and a folder for the pages');

const client = studioClient({ url, token: process.env['STUDIO_TOKEN'] ?? '' });
const studio = await readStudio(client, AbortSignal.timeout(30_000), Date.now());
mkdirSync(folder, { recursive: true });
for (const { name, content } of pageFiles(studio)) {
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 1)}\n`);
  console.log(join(folder, name));
}
