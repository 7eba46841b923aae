// A form element with its buttons and the error that belongs to no single field.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import { useUnsaved } from './dialog.js';
import type { Form } from './form.js';
import { Notice } from './notice.js';

/** Why a form whose fields were not changed can't be sent. */
export const unchanged = t`No changes yet.`;

export interface FormFrameProps {
  readonly form: Form;
  /** Label of the submit button. */
  readonly send: string;
  readonly onCancel?: () => void;
  /** Why the form can't be sent yet, shown beside its button. Without a reason it can be sent. */
  readonly notReady?: string | false;
  readonly children: ReactNode;
}

/** Renders a form, which Enter or its button submits. */
export const FormFrame = ({ form, send, onCancel, notReady = false, children }: FormFrameProps): ReactElement => {
  const reason = useId();
  const isDisabled = notReady !== false;
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
        {isDisabled && (
          <span id={reason} className="hint">
            {notReady}
          </span>
        )}
        {onCancel && (
          <Button onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          isPending={form.isPending}
          isDisabled={isDisabled}
          {...(isDisabled && { 'aria-describedby': reason })}
        >
          {form.isPending ? t`Please wait…` : send}
        </Button>
      </div>
    </form>
  );
};
