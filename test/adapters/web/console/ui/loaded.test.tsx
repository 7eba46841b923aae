// What is shown of a query: its data, or why there is none.
import type { UseQueryResult } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { Loaded, LoadFailure } from '../../../../../adapters/web/console/ui/loaded.js';
import { alerts, buttons, press, show, text } from '../../page-bench.js';

const refetch = vi.fn();
const query = (change: object = {}): UseQueryResult<string> =>
  ({
    ...{ data: undefined, isPending: false, isFetching: false, error: new Error('down'), errorUpdateCount: 1 },
    ...{ refetch, ...change },
  }) as unknown as UseQueryResult<string>;

it('what could not be read is read again at a press, and data stays when a later read fails', async () => {
  const view = show(<Loaded query={query()}>{(data) => data}</Loaded>);
  expect(alerts()).toEqual([expect.stringContaining('Down.')]);
  await press('Try again');
  expect(refetch).toHaveBeenCalledOnce();
  view.update(<Loaded query={query({ data: 'the list' })}>{(data) => data}</Loaded>);
  expect(text()).toBe('the list');
});

it('the reason stays while it is read again', () => {
  const view = show(<LoadFailure queries={[query()]} />);
  view.update(<LoadFailure queries={[query({ error: null, isFetching: true })]} />);
  expect([alerts(), buttons()]).toEqual([[expect.stringContaining('Down.')], []]);
});
