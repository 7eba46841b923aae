// A text field with suggestions. Other text can be entered too.
import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { FieldProps } from './text-field.js';

/** A text that can be chosen, with a remark. */
export interface Suggestion {
  readonly id: string;
  readonly remark?: string | undefined;
}

interface SuggestFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  readonly value: string;
  readonly suggestions: readonly Suggestion[];
  readonly onChange: (value: string) => void;
}

const Suggestions = (): ReactElement => (
  // The popover is outside of all landmarks, so it is a region of its own.
  <Popover
    className="popover suggestions"
    aria-label={t`Suggestions`}
    render={(attributes) => <div {...attributes} role="region" />}
  >
    <ListBox<Suggestion> className="menu">
      {({ id, remark }) => (
        <ListBoxItem textValue={id} className="menu-item">
          {id} {remark !== undefined && <span className="hint">{remark}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
);

/** Renders the field. */
export const SuggestField = (props: SuggestFieldProps): ReactElement => {
  const { label, hint, error, value, suggestions, onChange } = props;
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      defaultItems={suggestions}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="suggest-input">
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
