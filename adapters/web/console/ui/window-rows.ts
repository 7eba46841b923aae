// Rows of a list of any length in the window: only those near it exist.
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useReducer } from 'react';

/** Rows that exist beyond each end of the window, so that the focus reaches them by keyboard. */
const overscan = 8;

/** Returns the distance of an element from the top of the page, in pixels. It follows changes of what is above. */
const useTop = (element: HTMLElement | null): number => {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const observer = new ResizeObserver(refresh);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
    };
  }, []);
  return element === null ? 0 : element.getBoundingClientRect().top + window.scrollY;
};

/** The rows near the window. Lengths are in pixels. */
export interface WindowRows {
  readonly items: readonly VirtualItem[];
  /** The height of all rows. */
  readonly height: number;
  /** Measures a row, whose attribute `data-index` is its place. */
  readonly measure: (row: Element | null) => void;
  /** Returns the style that places a row in the list. */
  readonly placeOf: (item: VirtualItem) => { readonly transform: string };
}

interface WindowRowsOptions {
  /** The element that contains the rows. */
  readonly list: HTMLElement | null;
  readonly count: number;
  readonly keyOf: (index: number) => string | number;
  /** The height of most rows, in pixels; rows are measured once they are shown. */
  readonly rowHeight: number;
}

/** Returns the rows of a list that are near the window. */
export const useWindowRows = ({ list, count, keyOf, rowHeight }: WindowRowsOptions): WindowRows => {
  const top = useTop(list);
  // oxlint-disable-next-line react/incompatible-library -- React's compiler, which it confuses, is not used
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan,
    scrollMargin: top,
  });
  return {
    items: rows.getVirtualItems(),
    height: rows.getTotalSize(),
    measure: rows.measureElement,
    placeOf: ({ start }) => ({ transform: `translateY(${String(start - top)}px)` }),
  };
};
