// Several of many that can be chosen.
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { CheckboxButton, CheckboxField, CheckboxGroup, Label, Text } from 'react-aria-components';
import type { Option } from './one-of.js';

interface SomeOfProps<A extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly A[];
  readonly choices: readonly Option<A>[];
  readonly onChange: (value: readonly A[]) => void;
}

const Option = <A extends string>({ value, label }: Option<A>): ReactElement => (
  <CheckboxField value={value}>
    <CheckboxButton className="choice">
      <span className="box" aria-hidden>
        <Check size={14} strokeWidth={3} />
      </span>
      {label}
    </CheckboxButton>
  </CheckboxField>
);

/** A group of them under a label. */
export const SomeOf = <A extends string>({ label, hint, value, choices, onChange }: SomeOfProps<A>): ReactElement => (
  <CheckboxGroup
    className="choices"
    value={[...value]}
    onChange={(chosen) => {
      onChange(chosen as A[]);
    }}
  >
    <Label className="label">{label}</Label>
    <Text slot="description" className="hint">
      {hint}
    </Text>
    <div className="many">
      {choices.map((choice) => (
        <Option key={choice.value} {...choice} />
      ))}
    </div>
  </CheckboxGroup>
);
