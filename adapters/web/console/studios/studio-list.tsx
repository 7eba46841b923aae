// A list of studios of any length: only the rows near the window exist.
import { useState, type ReactElement } from 'react';
import { useWindowRows, type WindowRows } from '../ui/window-rows.js';
import type { ListedStudio } from './overview.js';
import { StudioRow } from './studio-row.js';

/** The height of a row without a second line, in pixels. */
const rowHeight = 59;

interface RowsProps {
  readonly studios: readonly ListedStudio[];
  readonly rows: WindowRows;
}

const Rows = ({ studios, rows }: RowsProps): ReactElement[] =>
  rows.items.flatMap((item) => {
    const listed = studios[item.index];
    if (listed === undefined) return [];
    return (
      <li
        key={listed.studio.id}
        ref={rows.measure}
        data-index={item.index}
        aria-setsize={studios.length}
        aria-posinset={item.index + 1}
        className="studio-row"
        style={rows.placeOf(item)}
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
  const keyOf = (index: number): string | number => studios[index]?.studio.id ?? index;
  const rows = useWindowRows({ list, count: studios.length, keyOf, rowHeight });
  return (
    <ul ref={setList} aria-label={label} className="studio-list" style={{ height: rows.height }}>
      <Rows studios={studios} rows={rows} />
    </ul>
  );
};
