// One of several that can be chosen.
import type { ReactElement, ReactNode } from 'react';
import { Label, RadioButton, RadioField, RadioGroup, Text } from 'react-aria-components';

/** One that can be chosen. */
export interface Option<A extends string> {
  readonly value: A;
  readonly label: string;
  readonly explanation?: ReactNode;
}

interface OneOfProps<A extends string> {
  readonly label: string;
  /** Read out only: what stands above says it already. */
  readonly isLabelUnseen?: boolean;
  readonly value: A;
  readonly choices: readonly Option<A>[];
  readonly onChange: (value: A) => void;
  readonly isDisabled?: boolean;
}

const Option = <A extends string>({ value, label, explanation }: Option<A>): ReactElement => (
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

/** A group of them under a label. */
export const OneOf = <A extends string>({
  label,
  isLabelUnseen = false,
  value,
  choices,
  onChange,
  isDisabled = false,
}: OneOfProps<A>): ReactElement => (
  <RadioGroup
    className="choices"
    value={value}
    onChange={(chosen) => {
      onChange(chosen as A);
    }}
    isDisabled={isDisabled}
  >
    <Label className={isLabelUnseen ? 'unseen' : 'label'}>{label}</Label>
    {choices.map((choice) => (
      <Option key={choice.value} {...choice} />
    ))}
  </RadioGroup>
);
