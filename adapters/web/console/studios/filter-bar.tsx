// Search, and filters by status and label.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { allProblems, problems, type Problem } from './attention.js';
import type { StudioFilter } from './overview.js';

interface FilterBarProps {
  readonly filter: StudioFilter;
  readonly counts: ReadonlyMap<Problem, number>;
  readonly labels: readonly string[];
  readonly onChange: (change: Partial<StudioFilter>) => void;
}

/** Renders a button for each status that a studio has, and for the one that is selected. */
const StatusFilter = ({ filter, counts, onChange }: FilterBarProps): ReactElement => (
  <div role="group" aria-label={t`Filter by status`} className="status-filter">
    {allProblems
      .filter((problem) => counts.has(problem) || filter.status === problem)
      .map((problem) => {
        const isSelected = filter.status === problem;
        return (
          <Button
            key={problem}
            look={isSelected ? 'primary' : 'plain'}
            aria-pressed={isSelected}
            onPress={() => {
              onChange({ status: isSelected ? undefined : problem });
            }}
          >
            {problems[problem][0]} {counts.get(problem) ?? 0}
          </Button>
        );
      })}
  </div>
);

export const FilterBar = (props: FilterBarProps): ReactElement => {
  const { filter, labels, onChange } = props;
  const options = [...new Set(['', ...labels, filter.label])];
  return (
    <div className="filter-bar">
      <div className="field-pair">
        <TextField
          label={t`Find a studio`}
          placeholder={t`Name, id or label`}
          value={filter.search}
          onChange={(search) => {
            onChange({ search });
          }}
          type="search"
        />
        {options.length > 1 && (
          <SelectField
            label={t`Label`}
            value={filter.label}
            options={options.map((value) => ({ value, label: value || t`All labels` }))}
            onChange={(label) => {
              onChange({ label });
            }}
          />
        )}
      </div>
      <StatusFilter {...props} />
    </div>
  );
};
