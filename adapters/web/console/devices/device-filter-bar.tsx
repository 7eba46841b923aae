// Search for devices, and filters by mark.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/text-field.js';
import type { DeviceFilter } from './device-list.js';
import { allMarks, markNames, type Mark } from './marks.js';

interface FilterBarProps {
  readonly filter: DeviceFilter;
  readonly counts: ReadonlyMap<Mark, number>;
  readonly onChange: (change: Partial<DeviceFilter>) => void;
}

/** Renders a button for each mark that a device has, and for the one that is selected. */
const MarkFilter = ({ filter, counts, onChange }: FilterBarProps): ReactElement => (
  <div role="group" aria-label={t`Filter devices`} className="status-filter">
    {allMarks
      .filter((mark) => counts.has(mark) || filter.mark === mark)
      .map((mark) => {
        const isSelected = filter.mark === mark;
        return (
          <Button
            key={mark}
            look={isSelected ? 'primary' : 'plain'}
            aria-pressed={isSelected}
            onPress={() => {
              onChange({ mark: isSelected ? undefined : mark });
            }}
          >
            {markNames[mark]} {counts.get(mark) ?? 0}
          </Button>
        );
      })}
  </div>
);

/** Renders search and filters. */
export const DeviceFilterBar = (props: FilterBarProps): ReactElement => (
  <div className="filter-bar">
    <TextField
      label={t`Find a device`}
      placeholder={t`Name, station or address`}
      value={props.filter.search}
      onChange={(search) => {
        props.onChange({ search });
      }}
      type="search"
    />
    <MarkFilter {...props} />
  </div>
);
