// The filters of the overview of studios.
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { FilterBar } from '../../../../../adapters/web/console/studios/filter-bar.js';
import { useFilter, useOverviewAddress } from '../../../../../adapters/web/console/studios/use-filter.js';
import { button, buttons, choose, press, show } from '../../page-bench.js';

const Bar = (): ReactElement => {
  const [filter, onChange] = useFilter();
  return (
    <>
      <FilterBar filter={filter} counts={new Map([['offline', 2]])} labels={['north', 'south']} onChange={onChange} />
      <a href={useOverviewAddress()}>Back</a>
    </>
  );
};
const back = () => screen.getByRole('link').getAttribute('href');

it('a status and a label that no studio has stay until they are left', async () => {
  show(<Bar />, { address: '/studios?status=degraded&label=gone' });
  expect([buttons(), button(/Label$/).textContent]).toEqual([['Offline 2', 'Degraded 0'], 'gone']);
  await press('Degraded 0');
  expect(buttons()).toEqual(['Offline 2']);
  await choose(/Label$/, 'All labels');
  expect(back()).toBe('/studios');
});
