// The filters of the overview of studios.
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { FilterBar } from '../../../../../adapters/web/console/studios/filter-bar.js';
import { useFilter, useOverviewAddress } from '../../../../../adapters/web/console/studios/use-filter.js';
import { address, button, buttons, choose, enter, field, press, show } from '../../page-bench.js';

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
const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';

it('filters add up in the address, and a status is left by pressing it again', async () => {
  show(<Bar />, { address: '/studios?label=north' });
  await press('Offline 2');
  enter('Find a studio', 'Main & more');
  expect(address()).toBe('/studios?search=Main+%26+more&status=offline&label=north');
  expect([isPressed('Offline 2'), button(/Label$/).textContent, back()]).toEqual([true, 'north', address()]);
  await press('Offline 2');
  await choose(/Label$/, 'All labels');
  expect([address(), isPressed('Offline 2')]).toEqual(['/studios?search=Main+%26+more', false]);
  expect(field('Find a studio').value).toBe('Main & more');
});

it('a status and a label that no studio has stay until they are left', async () => {
  show(<Bar />, { address: '/studios?status=degraded&label=gone' });
  expect([buttons(), button(/Label$/).textContent]).toEqual([['Offline 2', 'Degraded 0'], 'gone']);
  await press('Degraded 0');
  expect(buttons()).toEqual(['Offline 2']);
  await choose(/Label$/, 'All labels');
  expect(back()).toBe('/studios');
});
