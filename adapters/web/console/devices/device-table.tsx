// The table of devices: its headings sort it, and only the rows near the window exist.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useWindowRows } from '../ui/window-rows.js';
import type { Column, ListedDevice, Sort } from './device-list.js';
import { DeviceRow } from './device-row.js';
import { SelectAll } from './select-all.js';
import type { Selection } from './use-selection.js';

/** The height of a row with two lines, in pixels. */
const rowHeight = 65;

const headings: readonly (readonly [Column, string])[] = [
  ['name', t`Device`],
  ['access', t`Access`],
  ['token', t`Token`],
  ['lastCall', t`Last call`],
  ['answer', t`Answer`],
];

interface HeadingProps {
  readonly column: Column;
  readonly label: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** The columns whose greatest values come first when their heading is pressed: the newest calls, and failures. */
const greatestFirst: ReadonlySet<Column> = new Set(['lastCall', 'answer']);

/** Renders a heading, which sorts the table. */
const Heading = ({ column, label, sort, onSort }: HeadingProps): ReactElement => {
  const isSorted = sort.column === column;
  const next = isSorted ? !sort.isDescending : greatestFirst.has(column);
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      className="device-cell"
      {...(isSorted && { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        className="sort"
        onClick={() => {
          onSort({ column, isDescending: next });
        }}
      >
        {label} {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </div>
  );
};

/** Props of the table. */
export interface DeviceTableProps {
  readonly studioId: string;
  readonly devices: readonly ListedDevice[];
  readonly mayChange: boolean;
  readonly selection: Selection;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

const Head = ({ devices, mayChange, selection, sort, onSort }: DeviceTableProps): ReactElement => (
  <div role="rowgroup">
    <div role="row" aria-rowindex={1} className="device-row device-head">
      {mayChange && (
        <div role="columnheader" className="device-cell select">
          <SelectAll devices={devices} selection={selection} />
        </div>
      )}
      {headings.map(([column, label]) => (
        <Heading key={column} column={column} label={label} sort={sort} onSort={onSort} />
      ))}
      <div role="columnheader" className="device-cell device-actions">
        <span className="visually-hidden">
          <Trans>Actions</Trans>
        </span>
      </div>
    </div>
  </div>
);

const Body = ({ studioId, devices, mayChange, selection }: DeviceTableProps): ReactElement => {
  const [list, setList] = useState<HTMLElement | null>(null);
  const keyOf = (index: number): string | number => devices[index]?.device.id ?? index;
  const rows = useWindowRows({ list, count: devices.length, keyOf, rowHeight });
  return (
    <div role="rowgroup" ref={setList} className="device-rows" style={{ height: rows.height }}>
      {rows.items.map((item) => {
        const device = devices[item.index]?.device;
        return device === undefined ? null : (
          <div
            key={device.id}
            role="row"
            aria-rowindex={item.index + 2}
            ref={rows.measure}
            data-index={item.index}
            className="device-row"
            style={rows.placeOf(item)}
          >
            <DeviceRow
              studioId={studioId}
              device={device}
              mayChange={mayChange}
              isSelected={selection.ids.has(device.id)}
              onSelect={(isSelected) => {
                selection.set([device.id], isSelected);
              }}
            />
          </div>
        );
      })}
    </div>
  );
};

/** Renders the table. */
export const DeviceTable = (props: DeviceTableProps): ReactElement => (
  <div
    role="table"
    aria-label={t`Control devices`}
    aria-rowcount={props.devices.length + 1}
    className={props.mayChange ? 'device-table' : 'device-table view-only'}
  >
    <Head {...props} />
    <Body {...props} />
  </div>
);
