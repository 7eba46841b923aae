// A choice of one option from a list that opens.
import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import type { Option } from './option.js';

interface SelectFieldProps<A extends string> {
  readonly label: string;
  readonly value: A;
  readonly options: readonly Option<A>[];
  readonly onChange: (value: A) => void;
}

/** Renders the field. */
export const SelectField = <A extends string>({
  label,
  value,
  options,
  onChange,
}: SelectFieldProps<A>): ReactElement => (
  <Select
    className="field"
    value={value}
    onChange={(chosen) => {
      onChange(chosen as A);
    }}
  >
    <Label className="label">{label}</Label>
    <Button className="button select">
      <SelectValue />
      <ChevronDown size={18} aria-hidden />
    </Button>
    <Popover className="popover suggestions">
      <ListBox className="menu">
        {options.map((option) => (
          <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="menu-item">
            {option.label}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </Select>
);
