// The stations that the page offers for a device.
import { describe, expect, it } from 'vitest';
import { isReported, stationChoices } from '../../../../../adapters/web/console/devices/stations.js';

const reported = [
  { id: 'bravo', name: 'Bravo FM' },
  { id: 'alpha', name: 'Alpha FM' },
];

describe('@STATUS-7: the stations of a device', () => {
  it('are those that the service reports, then others that devices name', () => {
    expect(stationChoices(reported, ['Old FM', 'alpha', 'Bravo FM', 'Old FM'])).toEqual([
      { id: 'Bravo FM' },
      { id: 'Alpha FM' },
      { id: 'Old FM', remark: 'unknown' },
    ]);
  });

  it('are those that devices name if the service reports none', () => {
    expect(stationChoices(null, ['b', 'a', 'b'])).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(stationChoices(null, ['Desk 10', 'Desk 2']).map(({ id }) => id)).toEqual(['Desk 2', 'Desk 10']);
    expect(isReported(null, 'Old FM')).toBe(true);
  });

  it('are known by id or name', () => {
    expect(['alpha', 'Alpha FM', 'Old FM'].map((one) => isReported(reported, one))).toEqual([true, true, false]);
  });
});
