// A button that asks for confirmation first.
import { useState, type ReactElement, type ReactNode } from 'react';
import { explain } from '../api/failure.js';
import { Button, type ActionProps } from './button.js';
import { DialogButton } from './dialog-button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';
import { TextField } from './text-field.js';

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
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (): Promise<void> => {
    setPending(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  return (
    <Dialog title={title} isQuestion onClose={onClose}>
      <div className="prose">{explanation}</div>
      {typed !== '' && (
        <TextField label={`Type ${typed} to confirm`} value={text} onChange={setText} autoComplete="off" autoFocus />
      )}
      {failure !== undefined && <Notice kind="bad">{explain(failure)}</Notice>}
      <div className="actions">
        <Button onPress={onClose} autoFocus={typed === ''}>
          Cancel
        </Button>
        <Button look="danger" isPending={isPending} isDisabled={text !== typed} onPress={() => void run()}>
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
