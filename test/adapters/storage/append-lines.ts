// Appends numbered lines to the files of a log. The arguments are the folder and the number of lines. Each line that the disk has
// confirmed is recorded in a file next to them.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { segmentFiles } from '../../../adapters/audit/segment-files.js';
import { disk } from '../../../adapters/storage/durable-files.js';

const [, , root = '', lines = ''] = process.argv;
const folder = join(root, 'log');
await disk.makeFolder(folder);
const acknowledgements = openSync(join(root, 'acknowledgements'), 'w');

/** A file ends at a tenth of this, in octets: after a few lines. */
const bytes = 1_000;
const files = segmentFiles({ folder, series: 'log', retention: { days: 9, bytes }, clock: { now: () => 0 } });
for (let line = 1; line <= Number(lines); line += 1) {
  await files.append(`${JSON.stringify({ line, text: 'one of some lines' })}\n`);
  await files.sync();
  // The file's length is the number of acknowledged lines.
  writeSync(acknowledgements, '!', line - 1);
}
await files.close();
