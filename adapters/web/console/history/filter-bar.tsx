// Filters of a history by person, section, device and day, and its export.
import { Download } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { explain } from '../api/failure.js';
import type { HistorySection } from '../api/contract.js';
import { historySections } from '../api/rules.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { SelectField } from '../ui/select-field.js';
import { TextField } from '../ui/text-field.js';
import { download, toCsv, toJson } from './export.js';
import type { HistoryFilter } from './filter.js';
import { readAllChanges } from './queries.js';

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
  access: 'Access',
  features: 'Features',
  devices: 'Devices',
  studio: 'Studio',
  key: 'Key',
  callers: 'Refused callers',
};

const all = { value: '', label: 'All' };

const SectionFilter = ({ filter, onChange }: FilterBarProps): ReactElement => (
  <SelectField
    label="Section"
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
    device === '' || devices.some(({ id }) => id === device) ? [] : [{ value: device, label: 'Removed device' }];
  const options = [all, ...known, ...removed];
  return options.length === 1 ? null : (
    <SelectField
      label="Device"
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
  <div className="history-filter" role="search" aria-label="Filter the changes">
    <TextField
      label="Person"
      placeholder="Username"
      type="search"
      value={props.filter.operator ?? ''}
      onChange={(operator) => {
        props.onChange({ operator });
      }}
    />
    {props.devices !== undefined && <SectionFilter {...props} />}
    {props.devices !== undefined && <DeviceFilter {...props} />}
    <Day {...props} label="From" name="from" />
    <Day {...props} label="To" name="to" />
  </div>
);

const formats = [
  { name: 'CSV', type: 'text/csv', convert: toCsv },
  { name: 'JSON', type: 'application/json', convert: toJson },
] as const;

interface ExportProps {
  readonly path: string;
  readonly filter: HistoryFilter;
  /** The name of the file without its ending. */
  readonly fileName: string;
}

/** Renders the buttons that save all changes which the filter selects. */
export const ExportButtons = ({ path, filter, fileName }: ExportProps): ReactElement => {
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const save = async ({ name, type, convert }: (typeof formats)[number]): Promise<void> => {
    setPending(name);
    setFailure(undefined);
    try {
      download(`${fileName}.${name.toLowerCase()}`, type, convert(await readAllChanges(path, filter)));
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(undefined);
    }
  };
  return (
    <div className="export-buttons">
      {failure !== undefined && <Notice kind="bad">{explain(failure)}</Notice>}
      {formats.map((format) => (
        <Button
          key={format.name}
          look="quiet"
          icon={<Download size={16} aria-hidden />}
          aria-label={`Export as ${format.name}`}
          isPending={pending === format.name}
          onPress={() => void save(format)}
        >
          {format.name}
        </Button>
      ))}
    </div>
  );
};
