// The list of studios.
import { expect, it } from 'vitest';
import { studiosQuery } from '../../../../../adapters/web/console/api/studios.js';
import { hook } from '../../page-bench.js';
import { server } from '../../page-server.js';

it('the list of studios is read to its last page', async () => {
  for (const [after, next] of [
    ['', 'a'],
    ['&after=a', 'b&c'],
    ['&after=b%26c', null],
  ] as const)
    server.reply(`GET /studios?limit=2000${after}`, { studios: [{ id: `studio ${String(next)}` }], next });
  const { client } = hook(() => undefined);
  expect((await client.query(studiosQuery)).map(({ id }) => id)).toEqual(['studio a', 'studio b&c', 'studio null']);
});
