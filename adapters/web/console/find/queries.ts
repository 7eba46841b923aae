// The search for devices and addresses, which the console does.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client.js';
import type { FoundRecords } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { useSettled } from '../ui/use-settled.js';

/** How long the text must stay the same before it is searched, in milliseconds. */
const settledMs = 150;

/** The shortest and the longest text that is searched, in characters. */
const textLength = { min: 2, max: 100 };

const nothing: FoundRecords = { records: [], more: 0 };

/** What was found. */
interface Found extends FoundRecords {
  /** Why the search failed; undefined if it didn’t. */
  readonly failure: Error | undefined;
}

/** Finds devices and addresses of all studios. While a search runs, returns what the last one found. */
export const useFoundRecords = (text: string): Found => {
  const searched = useSettled(text, settledMs).trim().slice(0, textLength.max);
  const isSearched = searched.length >= textLength.min && text.trim() !== '';
  const { data = nothing, error } = useQuery({
    queryKey: keys.found(searched),
    queryFn: ({ signal }) => read('record.find', { params: { text: searched }, signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  return isSearched ? { ...data, failure: error ?? undefined } : { ...nothing, failure: undefined };
};
