// The section Features.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { features } from '../../../../../adapters/web/console/api/rules.js';
import { FeaturesSection } from '../../../../../adapters/web/console/features/features-section.js';
import { check, option, press, show, shows, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { signedIn, studioOf } from '../fixtures.js';

const open = async (): Promise<void> => {
  const macros = [
    { id: 'mac-1', name: 'Opening', features: ['signals', 'outputs'] },
    { id: 'mac-2', name: 'Wait', features: [] },
    { id: 'mac-3', name: 'Of an older service', features: null },
  ];
  server.reply('GET /studios/a/panel-targets', { panelTargets: { macros } });
  const switches = features.map((feature) => [feature, { read: true, control: true }]);
  server.reply('GET /studios/a/features', Object.fromEntries(switches));
  show(<FeaturesSection studio={studioOf('a')} />, { answers: [signedIn()] });
  await shows('Signals');
};

it('@MACRO-9: the section of features lists what each macro controls', async () => {
  await open();
  await shows('Macro Controls Opening Signals, Outputs Wait Nothing');
  expect(text()).not.toContain('older');
});

it('each switch of a feature is a change of its own, and is saved with the others', async () => {
  await open();
  await check('Signals: Read');
  await check('Outputs: Control');
  const isOn = (...names: readonly string[]) => names.map((name) => option(name).checked);
  expect(isOn('Signals: Read', 'Signals: Control', 'Outputs: Read', 'Outputs: Control')).toEqual([
    ...[false, true, true, false],
  ]);
  expect(text(screen.getByRole('region', { name: 'Unsaved changes' }))).toBe(
    'Signals, read: on → off Outputs, control: on → off Discard Save',
  );
  expect(screen.queryByLabelText('System: Control')).toBeNull();
  await press('Discard');
  expect(isOn('Signals: Read')).toEqual([true]);
});
