// A list of studios of any length: only the rows near the window exist.
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useReducer, useState, type ReactElement } from 'react';
import type { ListedStudio } from './overview.js';
import { StudioRow } from './studio-row.js';

/** The height of a row without a second line, in pixels; rows are measured once they are shown. */
const rowHeight = 58;

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

interface RowsProps {
  readonly studios: readonly ListedStudio[];
  readonly rows: Virtualizer<Window, Element>;
  readonly items: readonly VirtualItem[];
  readonly top: number;
}

const Rows = ({ studios, rows, items, top }: RowsProps): ReactElement[] =>
  items.flatMap(({ index, start }) => {
    const listed = studios[index];
    if (listed === undefined) return [];
    return (
      <li
        key={listed.studio.id}
        ref={rows.measureElement}
        data-index={index}
        aria-setsize={studios.length}
        aria-posinset={index + 1}
        className="studio-row"
        style={{ transform: `translateY(${String(start - top)}px)` }}
      >
        <StudioRow {...listed} />
      </li>
    );
  });

/** Renders the list. */
export const StudioList = ({
  label,
  studios,
}: {
  readonly label: string;
  readonly studios: readonly ListedStudio[];
}): ReactElement => {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const top = useTop(list);
  const rows = useWindowVirtualizer({
    count: studios.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => studios[index]?.studio.id ?? index,
    overscan,
    scrollMargin: top,
  });
  return (
    <ul ref={setList} aria-label={label} className="studio-list" style={{ height: rows.getTotalSize() }}>
      <Rows studios={studios} rows={rows} items={rows.getVirtualItems()} top={top} />
    </ul>
  );
};
