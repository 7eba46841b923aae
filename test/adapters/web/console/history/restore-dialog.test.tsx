// The restoration of earlier settings.
import { beforeEach, expect, it, vi } from 'vitest';
import { RestoreDialog } from '../../../../../adapters/web/console/history/restore-dialog.js';
import { alerts, button, buttons, check, isEnabled, press, show, shows, text } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { changeOf } from '../fixtures.js';

const path = '/studios/a/changes/4/restore';
const restoration = (name: string, lost: number, fields = 1) => ({
  restoration: {
    fields: Array(fields).fill({
      subject: `access.${name}`,
      device: null,
      before: false,
      after: true,
      redacted: false,
    }),
    lost: Array.from({ length: Math.min(lost, 6) }, (_, index) => changeOf(index)),
    ...{ lostCount: lost, notRestored: null },
  },
});
const ofSection = restoration('legacyAuthorization', 7);
const onClose = vi.fn();
const chooseSection = (): Promise<void> => check('Everything in this section since then');

beforeEach(async () => {
  onClose.mockReset();
  server.reply(`GET ${path}?scope=change`, restoration('apiEnabled', 1), '"c"');
  server.reply(`GET ${path}?scope=section`, ofSection, '"s"');
  show(<RestoreDialog studioId="a" change={changeOf(4)} onClose={onClose} />);
  await shows('A later change is lost:');
});

it('what is shown is sent with its tag, and the dialog stays open with the reason until that succeeds', async () => {
  await chooseSection();
  await shows('7 later changes are lost:');
  expect(text()).toContain('And 2 more.');
  const answer = held();
  server.answer(`POST ${path}?scope=section`, () => refused(412, 'changed meanwhile'), answer.answer);
  await press('Restore');
  await shows('Changed meanwhile.');
  expect([onClose.mock.calls, buttons()]).toEqual([[], ['Cancel', 'Restore']]);
  await press('Restore');
  expect([alerts(), buttons()]).toEqual([[], ['Cancel']]);
  answer.give(replied({}));
  await vi.waitUntil(() => onClose.mock.calls.length === 1);
  expect(server.changes()).toEqual(Array(2).fill([`POST ${path}?scope=section`, undefined, '"s"']));
});

it('nothing can be sent until what it would change is shown', async () => {
  const answer = held();
  server.answer(`GET ${path}?scope=section`, answer.answer);
  await chooseSection();
  expect(buttons()).toEqual(['Cancel']);
  answer.give(replied(ofSection, '"s"'));
  await shows('7 later changes are lost:');
  expect(buttons()).toEqual(['Cancel', 'Restore']);
});

it('no restoration is offered where nothing would change', async () => {
  server.reply(`GET ${path}?scope=section`, restoration('', 0, 0));
  await chooseSection();
  await shows('Nothing would change');
  expect(isEnabled(button('Restore'))).toBe(false);
});
