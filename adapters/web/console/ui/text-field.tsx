// A text field with its label, hint and error.
import type { ReactElement, ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import type { TextFieldProps } from 'react-aria-components';

export interface FieldProps extends Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Error message; undefined if the value is valid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** The number of lines; absent for a single one. */
  readonly rows?: number;
}

export const TextField = ({ label, hint, error, placeholder = '', rows, ...rest }: FieldProps): ReactElement => (
  <AriaTextField {...rest} isInvalid={error !== undefined} validationBehavior="aria" className="field">
    <Label>{label}</Label>
    {rows === undefined ? (
      <Input placeholder={placeholder} className="input" />
    ) : (
      <TextArea placeholder={placeholder} className="input" rows={rows} />
    )}
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="error">{error}</FieldError>
  </AriaTextField>
);
