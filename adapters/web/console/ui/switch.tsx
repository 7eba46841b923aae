// On or off.
import type { ReactElement, ReactNode } from 'react';
import { SwitchButton, SwitchField, Text } from 'react-aria-components';

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled: boolean;
}

/** A switch whose label others see elsewhere, as in the head of a table. */
export const BareSwitch = ({ label, isOn, ...rest }: SwitchProps): ReactElement => (
  <SwitchField {...rest} isSelected={isOn} aria-label={label}>
    <SwitchButton className="switch">
      <span className="track" aria-hidden />
    </SwitchButton>
  </SwitchField>
);

/** A switch with its label, and what its state means. */
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
