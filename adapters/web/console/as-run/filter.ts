// The filter of the as-run log, which the address of the page keeps.
import { useMemo } from 'react';
import type { ParametersOf } from '../api/contract.js';
import { AsRunDay, asRunEquipment, asRunOutcomes } from '../api/rules.js';
import { useAddressFields } from '../ui/use-address-fields.js';

const names = ['device', 'clip', 'caller', 'operation', 'outcome', 'from', 'to'] as const;

/** Selects entries; absent fields select all. `device` is such as `output:out-1`; days are those of the studio, both included. */
export type ShownFilter = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Changes some fields. Empty texts select all. */
export type ChangeFilter = (change: ShownFilter) => void;

const isKnown: Readonly<Partial<Record<keyof ShownFilter, (value: string) => boolean>>> = {
  device: (value) => asRunEquipment.some((kind) => value.startsWith(`${kind}:`)),
  outcome: (value) => asRunOutcomes.some((outcome) => outcome === value),
  from: AsRunDay.is,
  to: AsRunDay.is,
};

const filterOf = (search: string): ShownFilter => {
  const params = new URLSearchParams(search);
  const entries = names.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && (isKnown[name]?.(value) ?? true)));
};

/** Returns the filter in the page's address, and a function that changes it there. */
export const useAsRunFilter = (): readonly [ShownFilter, ChangeFilter] => {
  const [params, setFields] = useAddressFields();
  const search = params.toString();
  const filter = useMemo(() => filterOf(search), [search]);
  return [
    filter,
    (change) => {
      setFields({ ...filter, ...change });
    },
  ];
};

/** Returns a filter as parameters of the console's API. */
export const filterQuery = ({ device, outcome, ...rest }: ShownFilter): Omit<ParametersOf<'as-run.list'>, 'id'> => {
  const [, kind = '', id = ''] = /^(\w+):(.*)$/s.exec(device ?? '') ?? [];
  const known = asRunOutcomes.find((one) => one === outcome);
  return { ...rest, ...(known && { outcome: known }), ...(kind !== '' && { [kind]: id }) };
};
