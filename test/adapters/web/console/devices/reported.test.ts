// The stations and panels that the page offers for a device.
import { describe, expect, it } from 'vitest';
import { panelChoices, stationChoices } from '../../../../../adapters/web/console/devices/reported.js';

const reported = [
  { id: 'bravo', name: 'Bravo FM' },
  { id: 'alpha', name: 'Alpha FM' },
];

describe('@STATUS-7: the stations of a device', () => {
  it('are those that the service reports, then others that devices name', () => {
    expect(stationChoices(reported, ['Old FM', 'alpha', 'Bravo FM', 'Old FM']).suggestions).toEqual([
      { id: 'Bravo FM' },
      { id: 'Alpha FM' },
      { id: 'Old FM', remark: 'unknown' },
    ]);
  });

  it('are those that devices name if the service reports none', () => {
    const { suggestions, isReported } = stationChoices(null, ['Desk 10', 'Desk 2', 'Desk 10']);
    expect(suggestions).toEqual([{ id: 'Desk 2' }, { id: 'Desk 10' }]);
    expect(isReported('Old FM')).toBe(true);
  });

  it('are known by id or name', () => {
    expect(['alpha', 'Alpha FM', 'Old FM'].map(stationChoices(reported, []).isReported)).toEqual([true, true, false]);
  });
});

describe('@STATUS-7: the panels of a device', () => {
  it('are those that the service reports, with their names, then others that devices name', () => {
    const { suggestions, isReported } = panelChoices(reported, ['old', 'alpha']);
    expect(suggestions).toEqual([
      { id: 'bravo', remark: 'Bravo FM' },
      { id: 'alpha', remark: 'Alpha FM' },
      { id: 'old', remark: 'unknown' },
    ]);
    expect(['alpha', 'Alpha FM', 'old'].map(isReported)).toEqual([true, false, false]);
  });

  it('are those that devices name if the service is too old to report any', () => {
    const { suggestions, isReported } = panelChoices(null, ['old']);
    expect([suggestions, isReported('other')]).toEqual([[{ id: 'old' }], true]);
  });
});
