// The section As-run: what it shows of the log that a studio's service reads.
import { expect, it, vi } from 'vitest';
import { AsRunSection } from '../../../../../adapters/web/console/as-run/as-run-section.js';
import { toFile } from '../../../../../adapters/web/console/as-run/export-button.js';
import { readAllEntries } from '../../../../../adapters/web/console/as-run/queries.js';
import { commandText, outcomeText, senderText } from '../../../../../adapters/web/console/as-run/words.js';
import { address, alerts, buttons, choose, pick, press, show, shows, text } from '../../page-bench.js';
import { refused, server } from '../../page-server.js';
import { studioOf } from '../fixtures.js';

const command = (id: string, change: object = {}) => ({
  ...{
    id,
    day: '2026-01-31',
    sentAt: '2026-01-31T23:30:00.000Z',
    endedAt: null,
    durationMs: 1_200,
    outcome: 'confirmed',
  },
  ...{ error: null, caller: 'macro:mac-1', startedBy: 'device:Desk', operation: 'clip.play', station: 'alpha' },
  ...{ parameters: { output: 'out-1', scene: 'full', bank: 'news', clip: id }, action: null, ...change },
});
const page = (entries: readonly object[], change: object = {}) => ({
  ...{ entries, older: null, stopped: null, readTo: '2026-01-31T23:30:00.000Z', unreadable: 0, timezone: 'Asia/Tokyo' },
  records: [
    { kind: 'output', id: 'out-1', name: 'Main' },
    { kind: 'macro', id: 'mac-1', name: 'Opening' },
  ],
  ...change,
});
const path = (query = '') => `GET /studios/a/as-run?${query}limit=200`;
const open = (at = '/studios/a/as-run') => show(<AsRunSection studio={studioOf('a')} />, { address: at });

it('@AS-RUN-8: a command reads who sent it, what it did and when, in the time of the studio', async () => {
  server.reply(path(), page([command('headlines'), { type: 'lost', time: '2026-01-31T12:00:00.000Z', count: 2 }]));
  open();
  await shows('Play headlines on Main');
  expect(text()).toMatch(/1 Feb 2026, 08:30:00 Macro Opening Started by: Desk Play headlines on Main/);
  expect(text()).toContain('scene full, bank news, station alpha Confirmed 1,200 ms');
  expect(text()).toContain('2 lines of the log could not be stored');
  expect(text()).toContain('2 entries: all that the studio’s service keeps.');
  expect(text()).toContain('Times and days are those of Asia/Tokyo.');
});

it('@AS-RUN-9: the filter is part of the address, and is sent to the service', async () => {
  server.reply('GET /studios/a/as-run?clip=news&output=out-1&limit=200', page([], { unreadable: 1 }));
  server.reply('GET /studios/a/as-run?clip=news&limit=200', page([command('one')]));
  open('/studios/a/as-run?clip=news&outcome=maybe&from=today');
  await shows('1 entry');
  await choose(/ Device/, 'Output Main');
  expect(address()).toBe('/studios/a/as-run?clip=news&device=output%3Aout-1');
  await shows('No command matches the filter.');
  expect(text()).toContain('a crash cut them off: 1.');
});

it('@AS-RUN-9: a page that ends early says why, and the next one continues it', async () => {
  server.reply(path(), page([command('one')], { older: 'x', stopped: 'entries' }));
  server.reply('GET /studios/a/as-run?limit=200&older=x', page([], { older: 'y', stopped: 'reading' }));
  server.answer('GET /studios/a/as-run?limit=200&older=y', () => refused(503, 'the service is away'));
  open();
  await shows('1 entry, back to 1 Feb 2026, 08:30:00. There are older ones.');
  await press('Show older entries');
  await shows('The service has read its log in part, back to 1 Feb 2026, 08:30:00');
  await press('Search older entries');
  await shows('The service is away.');
  expect(alerts()).toHaveLength(1);
  expect(buttons()).toContain('Read again');
});

it('a service that is away is named', async () => {
  server.answer(path(), () => refused(503, 'the service of this studio is not connected'));
  open();
  await shows('The service of this studio is not connected.');
});

it('an export has all pages, as far as a browser holds them', async () => {
  server.reply('GET /studios/a/as-run?limit=1000', page([command('one')], { older: 'x' }));
  server.reply('GET /studios/a/as-run?limit=1000&older=x', page([command('two')]));
  const { entries, isCut } = await readAllEntries('a', {});
  expect([entries.length, isCut]).toEqual([2, false]);
  expect(toFile(entries, 'csv').split('\n')[2]).toContain('clip.play,alpha');
  expect(JSON.parse(toFile(entries, 'json'))).toEqual({ entries });
  const many = Array.from({ length: 50_000 }, (_, at) => command(String(at)));
  server.reply('GET /studios/a/as-run?limit=1000', page(many, { older: 'x' }));
  expect(await readAllEntries('a', {})).toMatchObject({ isCut: true });
});

it('a press exports, and says so if the file has not everything', async () => {
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  // The test's browser would leave the page.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  server.reply(path(), page([]));
  server.reply(
    'GET /studios/a/as-run?limit=1000',
    page(
      Array.from({ length: 50_000 }, () => command('1')),
      { older: 'x' },
    ),
  );
  open();
  await shows('No command was sent to a device yet.');
  await pick('Export', 'Export as CSV');
  await shows('The file has the newest 50,000 entries.');
  expect(create).toHaveBeenCalledOnce();
  create.mockRestore();
  click.mockRestore();
});

it.each([
  [null, 'Unknown caller'],
  ['loopback', 'The studio’s host'],
  ['operator:anna', 'anna'],
  ['lan:Desk', 'Desk (allowed address)'],
  ['graphic:out-1', 'New texts of Main'],
  ['pulse:sig-7', 'End of the pulse of sig-7'],
  ['constructor:x', 'constructor:x'],
])('the caller %s is %s', (caller, expected) => {
  expect(senderText(caller, (_kind, id) => (id === 'out-1' ? 'Main' : String(id)))).toBe(expected);
});

it.each([
  ['signal.toggle', { signal: 'Lamp', on: true }, 'Toggle Lamp', 'to on'],
  ['output.stop', { output: 'Wall', scenes: ['left', 'right'] }, 'Stop Wall', 'scenes left, right'],
  ['camera.recall', { camera: 'Guest', angle: 'wide' }, 'Recall the angle wide on Guest', ''],
  ['signal.pulse', { signal: 'Lamp', ms: 1_500 }, 'Pulse Lamp', '1,500 ms'],
  ['of.a.newer.service', {}, 'of.a.newer.service', ''],
])('the command %s %j reads %s', (operation, parameters, what, rest) => {
  expect(commandText({ operation, parameters }, (_kind, id) => String(id))).toEqual({ what, rest });
});

it.each([
  ['unknown', 10_000, 'Not confirmed yet'],
  ['unknown', 60_000, 'Unknown'],
  ['timed_out', 0, 'No answer'],
  ['of_a_newer_service', 0, 'of_a_newer_service'],
])('the outcome %s after %d ms reads %s', (outcome, afterMs, expected) => {
  const sentAt = '2026-01-31T12:00:00.000Z';
  expect(outcomeText({ outcome, sentAt }, Date.parse(sentAt) + afterMs)[0]).toBe(expected);
});
