// The frame of a form: it is sent by Enter or its button, and says what went wrong as a whole.
import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.js';
import { useUnsaved } from './dialog.js';
import type { Form } from './form.js';
import { Notice } from './notice.js';

export interface SheetProps {
  readonly form: Form;
  readonly send: string;
  readonly onCancel?: () => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A form with its buttons. */
export const FormFrame = ({ form, send, onCancel, isDisabled = false, children }: SheetProps): ReactElement => {
  useUnsaved(form.isDirty);
  return (
    <form
      id={form.id}
      className="sheet"
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
          {form.isPending ? 'One moment…' : send}
        </Button>
      </div>
    </form>
  );
};
