// A text field with its label, hint and error.
import type { ReactElement, ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';

export interface FieldProps extends Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Error message; undefined if the value is valid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
}

export const TextField = ({ label, hint, error, placeholder = '', ...rest }: FieldProps): ReactElement => (
  <AriaTextField {...rest} isInvalid={error !== undefined} validationBehavior="aria" className="field">
    <Label>{label}</Label>
    <Input placeholder={placeholder} className="input" />
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="error">{error}</FieldError>
  </AriaTextField>
);
