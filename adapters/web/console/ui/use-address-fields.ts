// The fields of a filter, which the address of the page keeps.
import { useSearchParams } from 'wouter';

/** Fields by name. Absent ones and empty texts are left out of the address. */
export type AddressFields = Readonly<Record<string, string | undefined>>;

/** Returns the fields in the page's address, and a function that replaces them there, without a new place in the history. */
export const useAddressFields = (): readonly [URLSearchParams, (fields: AddressFields) => void] => {
  const [params, setParams] = useSearchParams();
  return [
    params,
    (fields) => {
      const entries = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
      setParams(entries, { replace: true });
    },
  ];
};
