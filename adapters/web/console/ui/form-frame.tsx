// A form element with its buttons and the error that belongs to no single field.
import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.js';
import { useUnsaved } from './dialog.js';
import type { Form } from './form.js';
import { Notice } from './notice.js';

export interface FormFrameProps {
  readonly form: Form;
  /** Label of the submit button. */
  readonly send: string;
  readonly onCancel?: () => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** Renders a form, which Enter or its button submits. */
export const FormFrame = ({ form, send, onCancel, isDisabled = false, children }: FormFrameProps): ReactElement => {
  useUnsaved(form.isDirty);
  return (
    <form
      id={form.id}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isPending && !isDisabled) void form.submit();
      }}
    >
      {children}
      {form.failure !== undefined && <Notice kind="bad">{form.failure}</Notice>}
      <div className="actions">
        {onCancel && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" isPending={form.isPending} isDisabled={isDisabled}>
          {form.isPending ? 'Please wait…' : send}
        </Button>
      </div>
    </form>
  );
};
