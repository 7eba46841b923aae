// A field for text that offers what was entered elsewhere; anything else can be typed all the same.
import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { FieldProps } from './text-field.js';

interface SuggestFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  readonly value: string;
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
}

const Suggestions = (): ReactElement => (
  // It hangs beside everything else in the page, and says itself what it is.
  <Popover
    className="popover suggestions"
    aria-label="Suggestions"
    render={(attributes) => <div {...attributes} role="region" />}
  >
    <ListBox<{ readonly id: string }> className="menu">
      {({ id }) => (
        <ListBoxItem textValue={id} className="menu-item">
          {id}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
);

/** A text field with suggestions. */
export const SuggestField = (props: SuggestFieldProps): ReactElement => {
  const { label, hint, error, value, suggestions, onChange } = props;
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      defaultItems={suggestions.map((id) => ({ id }))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="suggesting">
        <Input className="input" autoComplete="off" spellCheck="false" />
        {suggestions.length > 0 && (
          <Button className="button quiet icon">
            <ChevronDown size={18} aria-hidden />
          </Button>
        )}
      </div>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="error">{error}</FieldError>
      <Suggestions />
    </ComboBox>
  );
};
