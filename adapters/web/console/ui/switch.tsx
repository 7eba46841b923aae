// Switches.
import type { ReactElement, ReactNode } from 'react';
import { SwitchButton, SwitchField, Text } from 'react-aria-components';

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled: boolean;
}

/** Renders a switch without a visible label, as in a table with headings. */
export const BareSwitch = ({ label, isOn, ...rest }: SwitchProps): ReactElement => (
  <SwitchField {...rest} isSelected={isOn} aria-label={label}>
    <SwitchButton className="switch">
      <span className="track" aria-hidden />
    </SwitchButton>
  </SwitchField>
);

/** Renders a switch with its label and an explanation of its state. */
export const Switch = ({
  label,
  explanation,
  isOn,
  ...rest
}: SwitchProps & { readonly explanation: ReactNode }): ReactElement => (
  <SwitchField {...rest} isSelected={isOn} className="switch-field">
    <SwitchButton className="switch wide">
      {label}
      <span className="track" aria-hidden />
    </SwitchButton>
    <Text slot="description" className="hint">
      {explanation}
    </Text>
  </SwitchField>
);
