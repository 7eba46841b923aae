// The import of devices, and the tokens that it leads to.
import { beforeEach, expect, it, vi } from 'vitest';
import { ImportDevices } from '../../../../../adapters/web/console/devices/import-devices.js';
import { alerts, allRead, button, buttons, dialogs, isEnabled } from '../../page-bench.js';
import { press, show, shows, text, user } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { deviceOf } from '../fixtures.js';

const onClose = vi.fn();
const row = (name: string) => `${name},read_only\n`;

const chooseFile = async (file: File): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await user.upload(input, file);
};
const choose = (name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> =>
  chooseFile(new File([content], name));
/** Returns a file whose content is read when it is given. */
const slowFile = () => {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  return { file: Object.assign(new File([], 'slow.csv'), { arrayBuffer: () => promise }), give: resolve };
};

beforeEach(async () => {
  onClose.mockReset();
  server.reply('GET /studios/a/devices', { devices: [deviceOf('Desk')] });
  await allRead(show(<ImportDevices studioId="a" onClose={onClose} />));
});

it('a file is imported once it has no fault, and each file that is chosen replaces the one before', async () => {
  expect(text()).toContain('Choose a file.');
  await choose('one.csv', `name,access\n${row('desk')}${row('Lamp')}`);
  await shows('Nothing can be imported from one.csv until it is corrected:');
  expect(text()).toContain('Line 2, name: “desk” is the name of a device of the studio.');
  expect(isEnabled(button('Import'))).toBe(false);
  await choose('two.csv', 'name,access,state\nLamp,read_only,active\nOld,read_only,revoked\n');
  await shows('two.csv: 1 device to add. 1 device left out, because it is revoked.');
  expect(text()).not.toContain('one.csv');
  const { file, give } = slowFile();
  await chooseFile(file);
  await shows('Choose a file.');
  expect(isEnabled(button('Import'))).toBe(false);
  await choose('next.csv', `name,access\n${row('Lamp')}`);
  await shows('next.csv: 1 device to add.');
  give(new ArrayBuffer());
  await Promise.resolve();
  expect(text()).toContain('next.csv: 1 device to add.');
});

it('the faults of a file are listed up to the twentieth, and the others are counted', async () => {
  await choose('many.csv', `name,access\n${Array.from({ length: 22 }, () => row('Desk')).join('')}`);
  await shows('and 2 more');
  expect(text().match(/Line \d+, name/g)).toHaveLength(20);
});

it('a file in another encoding is not imported', async () => {
  await choose('latin.csv', Uint8Array.from([0x6e, 0xe4]));
  await shows('The file is not UTF-8 text. Save it as “CSV UTF-8”.');
});

it('a refusal names the place in the file, and the tokens can be saved before the dialog is closed', async () => {
  const added = [{ device: deviceOf('Lamp'), token: 'sc_1' }];
  server.answer(
    'POST /studios/a/devices/import',
    () => refused(409, 'x', { issues: [{ path: 'devices[0].name', expected: 'another name' }] }),
    () => replied({ devices: added }),
  );
  await choose('a.csv', `name,access\n\n${row('Lamp')}`);
  await shows('Import 1 device');
  await press('Import 1 device');
  await shows('Line 3, name: expected another name.');
  await press('Import 1 device');
  await shows('The tokens are available only now');
  await user.keyboard('{Escape}');
  expect([dialogs(), onClose.mock.calls, alerts()]).toEqual([['1 device added'], [], []]);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  await press('Download tokens');
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('a-tokens.csv');
  expect(await (create.mock.calls[0]?.[0] as Blob).text()).toBe('name,token\r\nLamp,sc_1\r\n');
  expect(buttons()).toEqual(['Download tokens', 'Done']);
  await press('Done');
  expect(onClose).toHaveBeenCalledOnce();
});
