// The history, page by page.
import { expect, it } from 'vitest';
import {
  consoleHistory,
  readAllChanges,
  studioHistory,
  useHistory,
} from '../../../../../adapters/web/console/history/queries.js';
import { hook } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { changeOf } from '../fixtures.js';

const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => changeOf(from - index));

it('a history is exported page by page, each change with all its fields', async () => {
  server.reply('GET /studios/a/changes?operator=ann&limit=200', { changes: page(207, 200) });
  server.reply('GET /studios/a/changes?operator=ann&limit=200&before=8', { changes: [changeOf(7, 9)] });
  server.reply('GET /studios/a/changes/7', { change: 'all of it' });
  const all = await readAllChanges(studioHistory('a'), { operator: 'ann' });
  expect([all.length, all.at(-1)]).toEqual([201, 'all of it']);
});

it('a history goes on after the oldest change that is shown', async () => {
  const answers = [[['changes', {}], { pages: [{ changes: page(90, 50) }], pageParams: [''] }]] as const;
  const { current } = hook(() => useHistory(['changes'], consoleHistory, {}), { answers });
  await current().fetchNextPage();
  expect(server.calls()).toContain('GET /changes?limit=50&before=41');
});
