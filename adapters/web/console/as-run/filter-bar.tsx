// Filters of the as-run log by device, clip, caller, operation, outcome and day.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { AsRunRecordItem } from '../api/contract.js';
import { asRunEquipment } from '../api/rules.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import type { ShownFilter, ChangeFilter } from './filter.js';
import { operations, outcomeOptions } from './words.js';

interface FilterBarProps {
  readonly filter: ShownFilter;
  readonly onChange: ChangeFilter;
  /** The records of the studio file. */
  readonly records: readonly AsRunRecordItem[];
}

type Choice = readonly { readonly value: string; readonly label: string }[];

const kinds: Readonly<Record<string, string>> = { output: t`Output`, signal: t`Signal`, camera: t`Camera` };

const devicesOf = (records: readonly AsRunRecordItem[]): Choice =>
  asRunEquipment.flatMap((kind) =>
    records
      .filter((record) => record.kind === kind)
      .map(({ id, name }) => ({ value: `${kind}:${id}`, label: `${kinds[kind] ?? kind} ${name}` })),
  );

const Select = ({
  label,
  name,
  choice,
  filter,
  onChange,
}: Omit<FilterBarProps, 'records'> & {
  readonly label: string;
  readonly name: keyof ShownFilter;
  readonly choice: Choice;
}): ReactElement => {
  const value = filter[name] ?? '';
  // What the log has may no longer be in the studio file.
  const chosen = value === '' || choice.some((one) => one.value === value) ? [] : [{ value, label: value }];
  return (
    <SelectField
      label={label}
      value={value}
      options={[{ value: '', label: t`All` }, ...choice, ...chosen]}
      onChange={(next) => {
        onChange({ [name]: next });
      }}
    />
  );
};

const Text = ({
  label,
  name,
  type,
  filter,
  onChange,
}: Omit<FilterBarProps, 'records'> & {
  readonly label: string;
  readonly name: keyof ShownFilter;
  readonly type: 'search' | 'date';
}): ReactElement => (
  <TextField
    label={label}
    type={type}
    value={filter[name] ?? ''}
    onChange={(value) => {
      onChange({ [name]: value });
    }}
  />
);

const operationChoice: Choice = Object.entries(operations).map(([value, label]) => ({ value, label }));

export const AsRunFilterBar = ({ records, ...props }: FilterBarProps): ReactElement => (
  <div className="history-filter as-run-filter" role="search" aria-label={t`Filter the as-run log`}>
    <Select {...props} label={t`Device`} name="device" choice={devicesOf(records)} />
    <Text {...props} label={t`Clip`} name="clip" type="search" />
    <Text {...props} label={t`Caller`} name="caller" type="search" />
    <Select {...props} label={t`Operation`} name="operation" choice={operationChoice} />
    <Select {...props} label={t`Outcome`} name="outcome" choice={outcomeOptions} />
    <Text {...props} label={t`From`} name="from" type="date" />
    <Text {...props} label={t`To`} name="to" type="date" />
  </div>
);
