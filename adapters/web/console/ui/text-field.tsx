// A field for text, with its label above and what is wrong with it right below.
import type { ReactElement, ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';

export interface FieldProps extends Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong; undefined for nothing. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
}

/** A text field. */
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
