// A choice of one option.
import type { ReactElement } from 'react';
import { Label, RadioButton, RadioField, RadioGroup, Text } from 'react-aria-components';
import type { Option } from './option.js';

interface RadioChoiceProps<A extends string> {
  readonly label: string;
  /** For screen readers only, where a heading shows the same. */
  readonly isLabelHidden?: boolean;
  readonly value: A;
  readonly options: readonly Option<A>[];
  readonly onChange: (value: A) => void;
  readonly isDisabled?: boolean;
}

const OptionField = <A extends string>({ value, label, explanation }: Option<A>): ReactElement => (
  <RadioField value={value} className="choice-field">
    <RadioButton className="choice">
      <span className="dot" aria-hidden />
      {label}
    </RadioButton>
    {explanation !== undefined && (
      <Text slot="description" className="hint">
        {explanation}
      </Text>
    )}
  </RadioField>
);

/** Renders a labelled group of radio buttons. */
export const RadioChoice = <A extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  isDisabled = false,
}: RadioChoiceProps<A>): ReactElement => (
  <RadioGroup
    className="choices"
    value={value}
    onChange={(chosen) => {
      onChange(chosen as A);
    }}
    isDisabled={isDisabled}
  >
    <Label className={isLabelHidden ? 'visually-hidden' : 'label'}>{label}</Label>
    {options.map((option) => (
      <OptionField key={option.value} {...option} />
    ))}
  </RadioGroup>
);
