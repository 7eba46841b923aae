// The import of devices at the console's page at work, without a browser, and the tokens that it leads to.
import { setImmediate as turn } from 'node:timers/promises';
import { FileTrigger } from 'react-aria-components';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, dialogsOf, press, pressEscape, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

let server: StagedConsole;
let view: Stage;
let closed: number;

const chooseFile = (file: File): void => {
  const trigger = view.parts().find(({ type }) => type === FileTrigger);
  (trigger?.props['onSelect'] as ((files: readonly File[]) => void) | undefined)?.([file]);
};
const choose = (name: string, content: string | Uint8Array<ArrayBuffer>): void => {
  chooseFile(new File([content], name));
};

beforeEach(async () => {
  closed = 0;
  server = stagedConsole();
  server.answer('GET /studios/a/devices', () => replied({ devices: [{ id: '1', name: 'Desk' }] }));
  const dialog = await pageView('devices/import-devices.js', 'ImportDevices');
  const onClose = (): void => {
    closed += 1;
  };
  view = stage(dialog({ studioId: 'a', onClose }), pageBench());
  await eventually('the devices are read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
});
afterEach(() => {
  view.close();
  server.restore();
  vi.restoreAllMocks();
});

const row = (name: string) => `${name},read_only\n`;

it('a file is imported once it has no fault, and each file that is chosen replaces the one before', async () => {
  expect(view.text()).toContain('Choose a file.');
  choose('one.csv', `name,access\n${row('desk')}${row('Lamp')}`);
  await shows(view, 'Nothing can be imported from one.csv until it is corrected:');
  expect(view.text()).toContain('Line 2, name: “desk” is the name of a device of the studio.');
  expect(buttonOf(view, 'Import').props['isDisabled']).toBe(true);
  choose('two.csv', `name,access,state\nLamp,read_only,active\nOld,read_only,revoked\n`);
  await shows(view, 'two.csv: 1 device to add. 1 device left out, because they are revoked.');
  expect(view.text()).not.toContain('one.csv');
  expect(buttonsOf(view)).toContain('Import 1 device');
});

it('a file is imported no more once another one is chosen, also while that is read', async () => {
  choose('one.csv', `name,access\n${row('Lamp')}`);
  await shows(view, 'one.csv: 1 device to add.');
  const slow = new File([], 'slow.csv');
  slow.arrayBuffer = () => new Promise(() => undefined);
  chooseFile(slow);
  await shows(view, 'Choose a file.');
  expect(buttonOf(view, 'Import').props['isDisabled']).toBe(true);
});

it('a file that takes longer to read than the next one is not shown', async () => {
  const [slow, content] = [new File([], 'slow.csv'), Promise.withResolvers<ArrayBuffer>()];
  slow.arrayBuffer = () => content.promise;
  chooseFile(slow);
  choose('next.csv', `name,access\n${row('Lamp')}`);
  await shows(view, 'next.csv: 1 device to add.');
  content.resolve(new ArrayBuffer());
  for (let turns = 0; turns < 8; turns += 1) await turn();
  expect(view.text()).toContain('next.csv: 1 device to add.');
});

it('the faults of a file are listed up to the twentieth, and the others are counted', async () => {
  choose('many.csv', `name,access\n${Array.from({ length: 22 }, () => row('Desk')).join('')}`);
  await shows(view, 'and 2 more');
  expect(view.text().match(/Line \d+, name/g)).toHaveLength(20);
});

it('a file in another encoding is not imported', async () => {
  choose('latin.csv', Uint8Array.from([0x6e, 0xe4]));
  await shows(view, 'The file is not UTF-8 text. Save it as “CSV UTF-8”.');
});

it('a refusal names the place in the file, and the tokens can be saved before the dialog is closed', async () => {
  const added = [{ device: { id: '2', name: 'Lamp' }, token: 'sc_1' }];
  const answers = [() => refused(409, 'devices[0].name: in use'), () => replied({ devices: added })];
  server.answer('POST /studios/a/devices/import', ...answers);
  choose('a.csv', `name,access\n\n${row('Lamp')}`);
  await shows(view, 'Import 1 device');
  press(view, 'Import 1 device');
  await shows(view, 'Line 3, name: in use.');
  press(view, 'Import 1 device');
  await shows(view, 'The tokens are available only now');
  pressEscape(view);
  expect([dialogsOf(view), closed, alertsOf(view)]).toEqual([['1 device added'], 0, []]);
  const link = { href: '', download: '', click: vi.fn() };
  Object.assign(server.document, { createElement: () => link });
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  press(view, 'Download tokens');
  expect([link.download, await (create.mock.calls[0]?.[0] as Blob).text()]).toEqual([
    ...['a-tokens.csv', 'name,token\r\nLamp,sc_1\r\n'],
  ]);
  press(view, 'Done');
  expect(closed).toBe(1);
});
