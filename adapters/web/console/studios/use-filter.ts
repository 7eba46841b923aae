// The filter of the overview, which the address of the page keeps.
import { useEffect } from 'react';
import { createStore, useStore } from '../api/store.js';
import { useAddressFields } from '../ui/use-address-fields.js';
import { allProblems } from './attention.js';
import type { StudioFilter } from './overview.js';

const lastQuery = createStore('');

/** Returns the address of the overview with the filter that was used last. */
export const useOverviewAddress = (): string => {
  const query = useStore(lastQuery);
  return query === '' ? '/studios' : `/studios?${query}`;
};

const filterOf = (params: URLSearchParams): StudioFilter => ({
  search: params.get('search') ?? '',
  status: allProblems.find((problem) => problem === params.get('status')),
  label: params.get('label') ?? '',
});

/** Returns the filter in the page's address, and a function that changes it there. */
export const useFilter = (): readonly [StudioFilter, (change: Partial<StudioFilter>) => void] => {
  const [params, setFields] = useAddressFields();
  const query = params.toString();
  useEffect(() => {
    lastQuery.set(query);
  }, [query]);
  const change = (changed: Partial<StudioFilter>): void => {
    setFields({ ...filterOf(params), ...changed });
  };
  return [filterOf(params), change];
};
