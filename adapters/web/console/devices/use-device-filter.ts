// The filter of the table of devices, which the address of the page keeps.
import { useAddressFields } from '../ui/use-address-fields.js';
import { columns, type DeviceFilter, type Sort } from './device-list.js';
import { allMarks } from './marks.js';

const byName: Sort = { column: 'name', isDescending: false };

const sortOf = (text: string | null): Sort => {
  const column = columns.find((one) => one === text?.replace('-', ''));
  return column === undefined ? byName : { column, isDescending: text?.startsWith('-') === true };
};

const sortText = ({ column, isDescending }: Sort): string => {
  if (column === byName.column && !isDescending) return '';
  return isDescending ? `-${column}` : column;
};

const filterOf = (params: URLSearchParams): DeviceFilter => ({
  search: params.get('search') ?? '',
  mark: allMarks.find((mark) => mark === params.get('mark')),
  sort: sortOf(params.get('sort')),
});

/** Returns the filter in the page's address, and a function that changes it there. */
export const useDeviceFilter = (): readonly [DeviceFilter, (change: Partial<DeviceFilter>) => void] => {
  const [params, setFields] = useAddressFields();
  const change = (changed: Partial<DeviceFilter>): void => {
    const { sort, ...fields } = { ...filterOf(params), ...changed };
    setFields({ ...fields, sort: sortText(sort) });
  };
  return [filterOf(params), change];
};
