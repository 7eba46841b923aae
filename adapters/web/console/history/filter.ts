// The filter of a history, which the address of the page keeps.
import type { HistorySection } from '../api/contract.js';
import { historySections } from '../api/rules.js';
import { useAddressFields } from '../ui/use-address-fields.js';

/** Selects changes; absent fields select all. `from` and `to` are days of the browser's calendar, both included. */
export interface HistoryFilter {
  readonly operator?: string;
  readonly section?: HistorySection;
  readonly device?: string;
  readonly from?: string;
  readonly to?: string;
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

const filterOf = (params: URLSearchParams): HistoryFilter => {
  const [operator, device, from, to] = ['operator', 'device', 'from', 'to'].map((name) => params.get(name));
  const section = historySections.find((name) => name === params.get('section'));
  return {
    ...(operator && { operator }),
    ...(section && { section }),
    ...(device && { device }),
    ...(isDay(from ?? null) && { from: from ?? '' }),
    ...(isDay(to ?? null) && { to: to ?? '' }),
  };
};

/** Returns the filter in the page's address, and a function that changes it there. Empty texts select all. */
export const useHistoryFilter = (): readonly [
  HistoryFilter,
  (change: Readonly<Partial<Record<keyof HistoryFilter, string>>>) => void,
] => {
  const [params, setFields] = useAddressFields();
  const filter = filterOf(params);
  return [
    filter,
    (change) => {
      setFields({ ...filter, ...change });
    },
  ];
};

/** Returns the midnight at which a day begins, or that of the day after. */
const midnight = (day: string, daysAfter: number): string => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysAfter);
  return date.toISOString();
};

/** Returns a filter as parameters of the console's API. */
export const filterQuery = ({ from, to, ...rest }: HistoryFilter): HistoryFilter => ({
  ...rest,
  ...(from !== undefined && { from: midnight(from, 0) }),
  ...(to !== undefined && { to: midnight(to, 1) }),
});
