// The field for the station of a device.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StationField } from '../../../../../adapters/web/console/devices/station-field.js';
import { allRead, show, text, user } from '../../page-bench.js';
import { server } from '../../page-server.js';

const open = async (value: string): Promise<void> => {
  const panelTargets = { stations: [{ id: 's1', name: 'Alpha' }] };
  server.reply('GET /studios/a/panel-targets', { panelTargets });
  const devices = [{ station: 'Gamma' }, { station: null }, { station: 'Alpha' }];
  server.reply('GET /studios/a/devices', { devices });
  await allRead(show(<StationField studioId="a" value={value} onChange={() => undefined} error={undefined} />));
};

it.each([
  ['', 'The station’s name in the studio file.'],
  ['Alpha', 'The station’s name in the studio file.'],
  ['s1', 'The station’s name in the studio file.'],
  ['Beta', 'Unknown station: the studio’s service doesn’t report it.'],
])('a station that the service does not report is marked: “%s”', async (value, hint) => {
  await open(value);
  expect(text()).toContain(hint);
});

it('the stations of the service and of other devices are suggested', async () => {
  await open('');
  await user.click(screen.getByRole('button'));
  expect(screen.getAllByRole('option').map((option) => text(option))).toEqual(['Alpha', 'Gamma unknown']);
});
