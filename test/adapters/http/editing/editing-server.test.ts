// The server on which people at the host edit the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { editingServer } from '../../../../adapters/http/editing/editing-server.js';
import { maxTextLength } from '../../../../application/editing/requests.js';
import { memoryLog } from '../../../application/console/readable-log.js';

it('@EDITING-1: takes the longest text, and nothing that is much longer', async () => {
  const editor = { ask: () => Promise.resolve(E.right({ result: 'saved' })) };
  const server = editingServer({ editor, page: [], log: memoryLog() });
  const { port } = await server.listen(0, '127.0.0.1');
  const save = (text: string) =>
    fetch(`http://127.0.0.1:${String(port)}/api/studio-file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ask: 'save', base: 1, change: { text } }),
    });
  expect((await save('"'.repeat(maxTextLength))).status).toBe(200);
  expect((await save('"'.repeat(maxTextLength + 1))).status).toBe(400);
  expect((await save('"'.repeat(8 * maxTextLength))).status).toBe(413);
  await server.close(0);
});
