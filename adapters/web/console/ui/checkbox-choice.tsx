// A choice of any number of options.
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { CheckboxButton, CheckboxField, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components';
import type { Option } from './option.js';

interface CheckboxChoiceProps<A extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly A[];
  readonly options: readonly Option<A>[];
  readonly onChange: (value: readonly A[]) => void;
  /** Error message; undefined if the choice is valid. */
  readonly error?: string | undefined;
}

const OptionField = <A extends string>({ value, label }: Option<A>): ReactElement => (
  <CheckboxField value={value}>
    <CheckboxButton className="choice">
      <span className="box" aria-hidden>
        <Check size={14} strokeWidth={3} />
      </span>
      {label}
    </CheckboxButton>
  </CheckboxField>
);

/** Renders a labelled group of checkboxes. */
export const CheckboxChoice = <A extends string>({
  label,
  hint,
  value,
  options,
  onChange,
  error,
}: CheckboxChoiceProps<A>): ReactElement => (
  <CheckboxGroup
    className="choices"
    value={[...value]}
    isInvalid={error !== undefined}
    validationBehavior="aria"
    onChange={(chosen) => {
      onChange(chosen as A[]);
    }}
  >
    <Label className="label">{label}</Label>
    <Text slot="description" className="hint">
      {hint}
    </Text>
    <div className="choice-columns">
      {options.map((option) => (
        <OptionField key={option.value} {...option} />
      ))}
    </div>
    <FieldError className="error">{error}</FieldError>
  </CheckboxGroup>
);
