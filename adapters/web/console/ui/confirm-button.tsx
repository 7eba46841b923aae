// A button that asks for confirmation first.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, type ActionProps } from './button.js';
import { DialogButton } from './dialog-button.js';
import { Dialog } from './dialog.js';
import { FailureNotice } from './failure-notice.js';
import { TextField } from './text-field.js';
import { usePress } from './use-press.js';

/** What is asked, and what happens then. */
export interface Confirmation {
  readonly title: string;
  /** Consequences, and whether they can be undone. */
  readonly explanation: ReactNode;
  readonly confirm: string;
  /** Text to type before the button is enabled. */
  readonly typed?: string;
  /** Runs the action. On rejection the dialog stays open and shows the error. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Renders the question. */
export const ConfirmDialog = ({
  title,
  explanation,
  confirm,
  typed = '',
  onConfirm,
  onClose,
}: Confirmation & { readonly onClose: () => void }): ReactElement => {
  const [text, setText] = useState('');
  const { isPending, failure, press } = usePress(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Dialog title={title} isQuestion onClose={onClose}>
      <div className="prose">{explanation}</div>
      {typed !== '' && (
        <TextField label={t`Type ${typed} to confirm`} value={text} onChange={setText} autoComplete="off" autoFocus />
      )}
      <FailureNotice failure={failure} />
      <div className="actions">
        <Button onPress={onClose} autoFocus={typed === ''}>
          <Trans>Cancel</Trans>
        </Button>
        <Button look="danger" isPending={isPending} isDisabled={text !== typed} onPress={press}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
};

/** Renders the button, and the dialog after a press. */
export const ConfirmButton = ({
  confirmation,
  ...button
}: Omit<ActionProps, 'onPress'> & { readonly confirmation: Confirmation }): ReactElement => (
  <DialogButton {...button} dialog={(close) => <ConfirmDialog {...confirmation} onClose={close} />} />
);
