// Filters of a history by person, section, device and day.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { HistorySection } from '../api/contract.js';
import { historySections } from '../api/rules.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import type { HistoryFilter } from './filter.js';

/** A device by which changes are filtered. */
export interface FilterDevice {
  readonly id: string;
  readonly name: string;
}

interface FilterBarProps {
  readonly filter: HistoryFilter;
  readonly onChange: (change: Readonly<Partial<Record<keyof HistoryFilter, string>>>) => void;
  /** The devices to choose from; absent for a history without sections and devices. */
  readonly devices?: readonly FilterDevice[];
}

const sectionNames: Readonly<Record<HistorySection, string>> = {
  access: t`Access`,
  features: t`Features`,
  devices: t`Devices`,
  studio: t`Studio`,
  key: t`Key`,
  callers: t`Refused callers`,
};

const all = { value: '', label: t`All` };

const SectionFilter = ({ filter, onChange }: FilterBarProps): ReactElement => (
  <SelectField
    label={t`Section`}
    value={filter.section ?? ''}
    options={[all, ...historySections.map((value) => ({ value, label: sectionNames[value] }))]}
    onChange={(section) => {
      onChange({ section });
    }}
  />
);

const DeviceFilter = ({ filter, devices = [], onChange }: FilterBarProps): ReactElement | null => {
  const { device = '' } = filter;
  const known = devices.map(({ id, name }) => ({ value: id, label: name }));
  // A device that was removed is not on the list.
  const removed =
    device === '' || devices.some(({ id }) => id === device) ? [] : [{ value: device, label: t`Removed device` }];
  const options = [all, ...known, ...removed];
  return options.length === 1 ? null : (
    <SelectField
      label={t`Device`}
      value={device}
      options={options}
      onChange={(chosen) => {
        onChange({ device: chosen });
      }}
    />
  );
};

const Day = ({
  label,
  name,
  filter,
  onChange,
}: FilterBarProps & { readonly label: string; readonly name: 'from' | 'to' }): ReactElement => (
  <TextField
    label={label}
    type="date"
    value={filter[name] ?? ''}
    onChange={(day) => {
      onChange({ [name]: day });
    }}
  />
);

export const HistoryFilterBar = (props: FilterBarProps): ReactElement => (
  <div className="history-filter" role="search" aria-label={t`Filter the changes`}>
    <TextField
      label={t`Person`}
      placeholder={t`Username`}
      type="search"
      value={props.filter.operator ?? ''}
      onChange={(operator) => {
        props.onChange({ operator });
      }}
    />
    {props.devices !== undefined && <SectionFilter {...props} />}
    {props.devices !== undefined && <DeviceFilter {...props} />}
    <Day {...props} label={t`From`} name="from" />
    <Day {...props} label={t`To`} name="to" />
  </div>
);
