// The history of a studio, its list and its filters.
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FilteredHistory } from '../../../../../adapters/web/console/history/filtered-history.js';
import { HistorySection } from '../../../../../adapters/web/console/history/history-section.js';
import { studioHistory } from '../../../../../adapters/web/console/history/queries.js';
import { address, alerts, button, buttons, choose, press, show, shows, text } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { changeOf, fieldsTo, signedIn, studioOf } from '../fixtures.js';

const list = (changes: readonly object[], at = '/operators') => {
  const devices = [{ id: 'd', name: 'Panel' }];
  server.reply('GET /studios/a/changes?limit=50', { changes });
  const history = (
    <FilteredHistory queryKey={['changes']} source={studioHistory('a')} fileName="history" devices={devices} />
  );
  return show(history, { address: at });
};

it.each([
  ['operator', 1],
  ['viewer', 0],
] as const)('the settings before a change can be restored by an %s, where it has any: %d', async (role, count) => {
  const changes = [changeOf(7), { ...changeOf(6, 0), fields: null, fieldCount: null }];
  server.reply('GET /studios/a/changes?limit=50', { changes });
  server.reply('GET /studios/a/devices', { devices: [] });
  show(<HistorySection studio={studioOf('a', { desiredVersion: 7 })} />, { answers: [signedIn({ role })] });
  await shows('Change 6');
  expect(buttons().filter((name) => name.startsWith('Restore the settings before'))).toHaveLength(count);
  expect(text()).toContain('Not yet in effect');
});

it('the reason why older changes could not be read is shown until the next attempt', async () => {
  server.answer(
    'GET /studios/a/changes?limit=50&before=51',
    () => refused(503, 'later'),
    () => replied({ changes: [changeOf(50, 0)] }),
  );
  list(Array.from({ length: 50 }, (_, index) => changeOf(100 - index, 0)));
  await shows('Show older changes');
  await press('Show older changes');
  await shows('Later.');
  await press('Show older changes');
  await waitFor(() => {
    expect([buttons().includes('Show older changes'), alerts()]).toEqual([false, []]);
  });
});

it('all settings of a change are shown on request, and why they could not be read', async () => {
  const change = changeOf(9, 8);
  const rows = () => document.querySelectorAll('.change tbody tr').length;
  server.answer(
    'GET /studios/a/changes/9',
    () => refused(503, 'later'),
    () => replied({ change: { ...change, fields: fieldsTo(8) } }),
  );
  list([change]);
  await shows('Show all 8 settings');
  expect(rows()).toBe(6);
  await press('Show all 8 settings');
  await shows('Later.');
  await press('Show all 8 settings');
  await waitFor(() => {
    expect([rows(), alerts()]).toEqual([8, []]);
  });
});

it('filters are part of the address, and an empty list is explained by them', async () => {
  list([]);
  await shows('No changes yet.');
  server.reply('GET /studios/a/changes?device=d&limit=50', { changes: [] });
  await choose(/Device$/, 'Panel');
  expect(address()).toBe('/operators?device=d');
  await shows('No changes match the filter.');
});

it('a device of the filter that is not on the list is called removed, and what is no filter is left out', async () => {
  server.reply('GET /studios/a/changes?device=x&limit=50', { changes: [] });
  list([], '/operators?device=x&section=nothing&from=yesterday');
  await shows('Removed device');
  expect(text(button(/Section$/))).toBe('All');
  expect(server.calls()).toContain('GET /studios/a/changes?device=x&limit=50');
});

it('a change of one setting is a sentence, and one of several states their number above its table', async () => {
  const field = { subject: 'features.signals.control', device: null, before: true, after: false };
  const one = { ...changeOf(9, 1), action: 'features.set', fields: [field], fieldCount: 1 };
  const several = { ...changeOf(8, 2), action: 'features.set', fields: [field, field], fieldCount: 2 };
  list([one, several]);
  await shows('Signals, control changed from on to off');
  await shows('2 settings changed');
  expect(document.querySelectorAll('.change table')).toHaveLength(1);
});
