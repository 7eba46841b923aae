// The event stream of a device that belongs to a station, when a studio file gives the station's name to another one.
import { expect, it, onTestFinished } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { configuration, panel, token } from '../domain/fixtures.js';
import { reloadBench } from './reload-bench.js';

it('@RELOAD-5 @EVENT-5: begins anew, with the records of the station that its caller may read now', async () => {
  const bench = await reloadBench();
  onTestFinished(() => bench.close());
  await bench.call('/station/release');
  const devices = [{ ...panel, station: 'Bravo TV' }];
  bench.service.access.apply(configuration({ studioId: demoStudio.id, version: 1, devices }));
  // A forwarded call is not one of the host.
  const headers = { authorization: `Bearer ${token(1)}`, 'x-forwarded-for': '192.168.1.20' };
  const stream = bench.stream(headers, '/events?records=state');
  const stationsShown = async () =>
    (await bench.eventsOf(stream))
      .filter(({ event }) => event === 'state')
      .map(({ data }) => {
        const { reason, variables } = data as {
          readonly reason: string;
          readonly variables: readonly { id: string }[];
        };
        const ids = new Set(variables.map(({ id }) => id));
        return [reason, ...new Set(demoStudio.variables.filter(({ id }) => ids.has(id)).map(({ station }) => station))];
      });
  expect(await stationsShown()).toEqual([['begun', 'bravo']]);
  const names: Readonly<Record<string, string>> = { alpha: 'Bravo TV', bravo: 'Bravo Radio' };
  const stations = demoStudio.stations.map(({ id, name }) => ({ id, name: names[id] ?? name }));
  bench.reload({ ...demoStudio, stations });
  expect(await stationsShown()).toEqual([
    ['begun', 'bravo'],
    ['changed', 'alpha'],
  ]);
});
