// The history at the console's page, at work without a browser: its export, its long changes, and restoring settings.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, enter, press, shows, valueOf } from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Filters {
  readonly filterQuery: (filter: object) => object;
}

let server: StagedConsole;
let view: Stage;

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
  vi.restoreAllMocks();
});

const field = (number: number) => ({
  ...{ subject: `features.signals.x${String(number)}`, device: null, redacted: false },
  ...{ before: false, after: true },
});
const fieldsTo = (count: number) => Array.from({ length: count }, (_, index) => field(index));
const change = (id: number, fields = 1) => ({
  ...{ id, time: '2021-03-01T12:00:00.000Z', operator: 'ann', action: 'features.set', summary: `change ${String(id)}` },
  ...{ version: id, subjects: [], fields: fieldsTo(Math.min(fields, 7)), fieldCount: fields },
});

describe('the restoration of earlier settings', () => {
  const path = '/studios/a/changes/4/restore';
  const restoration = (name: string, lost: number) => ({
    restoration: {
      fields: [{ subject: `access.${name}`, device: null, before: false, after: true, redacted: false }],
      lost: Array.from({ length: Math.min(lost, 6) }, (_, index) => change(index)),
      ...{ lostCount: lost, notRestored: null },
    },
  });
  let closed: number;

  beforeEach(async () => {
    closed = 0;
    server.answer(`GET ${path}?scope=change`, () => replied(restoration('apiEnabled', 1), { etag: '"c"' }));
    server.answer(`GET ${path}?scope=section`, () => replied(restoration('legacyAuthorization', 7), { etag: '"s"' }));
    const dialog = await pageView('history/restore-dialog.js', 'RestoreDialog');
    view = stage(dialog({ studioId: 'a', change: change(4), onClose: () => (closed += 1) }));
    await shows(view, 'A later change is lost:');
  });

  it('sends what is shown, with its tag, and stays open with the reason until it succeeds', async () => {
    enter(view, 'Restore', 'section');
    await shows(view, '7 later changes are lost:');
    expect(view.text()).toContain('And 2 more.');
    const answer = held();
    server.answer(`POST ${path}?scope=section`, () => refused(412, 'changed meanwhile'), answer.answer);
    press(view, 'Restore');
    await shows(view, 'Changed meanwhile.');
    expect([closed, buttonsOf(view)]).toEqual([0, ['Cancel', 'Restore']]);
    press(view, 'Restore');
    expect([alertsOf(view), buttonsOf(view)]).toEqual([[], ['Cancel']]);
    answer.give(replied({}));
    await eventually('the dialog is closed', () => closed === 1);
    const call = { call: `POST ${path}?scope=section`, body: undefined, ifMatch: '"s"' };
    expect(server.changes()).toEqual([call, call]);
  });

  it('can’t be sent until what it would change is shown', async () => {
    const answer = held();
    server.answer(`GET ${path}?scope=section`, answer.answer);
    enter(view, 'Restore', 'section');
    expect(buttonsOf(view)).toEqual(['Cancel']);
    answer.give(replied(restoration('legacyAuthorization', 7), { etag: '"s"' }));
    await eventually('it can be sent', () => buttonsOf(view).includes('Restore'));
    expect(view.text()).toContain('7 later changes are lost:');
  });

  it('is not offered where nothing would change', async () => {
    server.answer(`GET ${path}?scope=section`, () =>
      replied({ restoration: { ...restoration('', 0).restoration, fields: [] } }),
    );
    enter(view, 'Restore', 'section');
    await shows(view, 'Nothing would change');
    expect(buttonOf(view, 'Restore').props['isDisabled']).toBe(true);
  });
});

it.each([
  ['operator', 1],
  ['viewer', 0],
])('the settings before a change can be restored by an %s, where it has any: %d', async (role, count) => {
  const session = { username: 'ann', role, studioRoles: {} };
  const section = await pageView('history/history-section.js', 'HistorySection');
  const changes = [change(7), { ...change(6, 0), fields: null, fieldCount: null }];
  server.answer('GET /studios/a/changes?limit=50', () => replied({ changes }));
  server.answer('GET /session', () => replied(session));
  const studio = { id: 'a', connected: true, appliedVersion: 6, desiredVersion: 7, refusal: null };
  view = stage(section({ studio }), pageBench([[['session'], session]], '/studios/a/history'));
  await shows(view, 'Change 6');
  expect(buttonsOf(view).filter((name) => name.startsWith('Restore the settings before'))).toHaveLength(count);
  expect(view.text()).toContain('Not yet in effect');
});

it('a day of the filter is a whole day of the browser, also where its clocks change', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { filterQuery } = await pageModule<Filters>('history/filter.js');
  const day = '2021-03-14';
  expect(filterQuery({ operator: 'ann', from: day, to: day })).toEqual({
    ...{ operator: 'ann', from: '2021-03-14T05:00:00.000Z', to: '2021-03-15T04:00:00.000Z' },
  });
  vi.unstubAllEnvs();
});

describe('the export of a history', () => {
  it('is read with the filter, and says why it failed until the next attempt', async () => {
    const button = await pageView('history/export-button.js', 'ExportButton');
    view = stage(button({ path: '/changes', filter: { operator: 'ann' }, fileName: 'history' }));
    const saved: unknown[] = [];
    const link = { download: '', click: () => saved.push(link.download) };
    Object.assign(server.document, { createElement: () => link });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const call = 'GET /changes?operator=ann&limit=200';
    const answer = held();
    server.answer(call, () => refused(503, 'later'), answer.answer);
    press(view, 'Export as CSV');
    expect(buttonsOf(view)).not.toContain('Export');
    await shows(view, 'Later.');
    expect(buttonsOf(view)).toContain('Export');
    press(view, 'Export as JSON');
    expect(alertsOf(view)).toEqual([]);
    answer.give(replied({ changes: [] }));
    await eventually('the file is saved', () => saved.length === 1 && buttonsOf(view).includes('Export'));
    expect([saved, alertsOf(view)]).toEqual([['history.json'], []]);
  });
});

describe('the list of changes', () => {
  const list = async (changes: readonly object[]): Promise<void> => {
    const filtered = await pageView('history/filtered-history.js', 'FilteredHistory');
    const props = { queryKey: ['changes'], path: '/changes', fileName: 'h', devices: [{ id: 'd', name: 'Panel' }] };
    server.answer('GET /changes?limit=50', () => replied({ changes }));
    view = stage(() => filtered(props), pageBench([], '/operators'));
    await shows(view, changes.length === 0 ? 'No changes yet.' : 'Show all');
  };
  const rows = (): number => view.parts().filter(({ type }) => type === 'tr').length;

  it('shows six settings of a change, and all of that change after a press', async () => {
    await list([change(1, 9), change(2, 8)]);
    expect(rows()).toBe(2 * 7);
    const answer = held();
    server.answer('GET /changes/2', () => refused(503, 'later'), answer.answer);
    press(view, 'Show all 8 settings');
    await shows(view, 'Later.');
    press(view, 'Show all 8 settings');
    expect([alertsOf(view), buttonsOf(view).includes('Show all 8 settings')]).toEqual([[], false]);
    answer.give(replied({ change: { ...change(2, 8), fields: fieldsTo(8) } }));
    await eventually('all are shown', () => rows() === 7 + 9);
    expect([buttonsOf(view).includes('Show all 9 settings'), alertsOf(view)]).toEqual([true, []]);
  });

  it('shows why older changes could not be read, until the next attempt', async () => {
    const filtered = await pageView('history/filtered-history.js', 'FilteredHistory');
    const pageOf = (last: number) => Array.from({ length: 50 }, (_, index) => change(last - index));
    server.answer('GET /changes?limit=50', () => replied({ changes: pageOf(100) }));
    server.answer(
      'GET /changes?limit=50&before=51',
      () => refused(503, 'later'),
      () => replied({ changes: [change(50)] }),
    );
    const props = { queryKey: ['changes'], path: '/changes', fileName: 'h', devices: [] };
    view = stage(filtered(props), pageBench([], '/operators'));
    await shows(view, 'Show older changes');
    press(view, 'Show older changes');
    await shows(view, 'Later.');
    expect(alertsOf(view)).toEqual(['Later.']);
    press(view, 'Show older changes');
    await eventually(
      'the rest is shown',
      () => !buttonsOf(view).includes('Show older changes') && alertsOf(view).length === 0,
    );
  });

  it('says that nothing matches only with a filter, which keeps what was chosen before', async () => {
    await list([]);
    server.answer('GET /changes?operator=ann&device=d&limit=50', () => replied({ changes: [] }));
    enter(view, 'Person', 'ann');
    expect(view.bench.address).toBe('/operators?operator=ann');
    enter(view, 'Device', 'd');
    expect(view.bench.address).toBe('/operators?operator=ann&device=d');
    await shows(view, 'No changes match the filter.');
    enter(view, 'Person', '');
    expect([view.bench.address, valueOf(view, 'Device')]).toEqual(['/operators?device=d', 'd']);
  });

  it('names a device of the filter that is not on the list as removed', async () => {
    await list([]);
    server.answer('GET /changes?device=x&limit=50', () => replied({ changes: [] }));
    view.bench.address = '/operators?device=x&section=nothing&from=yesterday';
    await shows(view, 'Removed device');
    expect([valueOf(view, 'Section'), valueOf(view, 'From')]).toEqual(['', '']);
  });
});
