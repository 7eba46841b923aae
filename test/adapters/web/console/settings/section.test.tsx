// Settings that are saved together.
import { beforeEach, expect, it } from 'vitest';
import type { AccessSettings } from '../../../../../adapters/web/console/api/contract.js';
import { SettingsSection } from '../../../../../adapters/web/console/settings/section.js';
import { TextField } from '../../../../../adapters/web/console/ui/text-field.js';
import { alerts, buttons, dialogs, enter, field, press, show, shows, text, type View } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { signedIn, studioOf } from '../fixtures.js';

const path = '/studios/a/access';
/** Settings with one text, at the place of a choice. */
const settings = (name: string) => ({ accessWithoutToken: name as AccessSettings['accessWithoutToken'] });
let concerns: readonly string[];
let view: View;

const section = (version = 6) => (
  <SettingsSection
    studio={studioOf('a', { appliedVersion: version, desiredVersion: version })}
    section="access"
    describe={({ accessWithoutToken }) => new Map([['Text', accessWithoutToken]])}
    concerns={() => concerns}
  >
    {({ value, onChange, isDisabled }) => (
      <TextField
        label="Text"
        value={value.accessWithoutToken}
        isDisabled={isDisabled}
        onChange={(name) => {
          onChange({ ...value, ...settings(name) });
        }}
      />
    )}
  </SettingsSection>
);

beforeEach(async () => {
  concerns = [];
  server.reply(`GET ${path}`, settings('one'));
  view = show(section(), { answers: [signedIn()] });
  await shows('Text');
});

it('settings keep the input when they are refused, and cannot be discarded while they are sent', async () => {
  const answers = [held(), held()] as const;
  server.answer(`PUT ${path}`, answers[0].answer, answers[1].answer);
  enter('Text', 'two');
  expect(buttons()).toEqual(['Discard', 'Save']);
  await press('Save');
  expect(buttons()).toEqual([]);
  answers[0].give(refused(503, 'later'));
  await shows('Later.');
  expect([field('Text').value, buttons()]).toEqual(['two', ['Discard', 'Save']]);
  await press('Save');
  expect(alerts()).toEqual([]);
  server.reply(`GET ${path}`, settings('two'), '"2"');
  answers[1].give(replied(settings('two'), '"2"'));
  await shows('Saved.');
  expect(server.changes()).toEqual(Array(2).fill([`PUT ${path}`, settings('two'), '"1"']));
});

it('settings are shown as saved, and whether they are in effect, until they are edited again', async () => {
  server.reply(`PUT ${path}`, settings('two'));
  enter('Text', 'two');
  await press('Save');
  await shows('Saved. All settings');
  view.update(section(7));
  expect(text()).toContain('Saved. The change is in effect.');
  enter('Text', 'three');
  expect(text()).not.toContain('Saved.');
  await press('Discard');
  await press('Close');
  expect([field('Text').value, text().includes('Saved.')]).toEqual(['two', false]);
});

it('settings that raise concerns are sent after a question', async () => {
  concerns = ['Nobody can call.'];
  server.reply(`PUT ${path}`, settings('two'));
  enter('Text', 'two');
  await press('Save');
  expect([dialogs(), server.changes()]).toEqual([['Save these settings?'], []]);
  await press('Save anyway');
  await shows('Saved.');
  expect(dialogs()).toEqual([]);
});
