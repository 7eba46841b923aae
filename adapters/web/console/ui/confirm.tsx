// A button that asks before it does what can't be undone.
import { useState, type ReactElement, type ReactNode } from 'react';
import { explain } from '../api/failure.js';
import { Button, type ActionProps } from './button.js';
import { DialogButton } from './dialog-button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';
import { TextField } from './text-field.js';

interface Question {
  readonly title: string;
  /** What will happen, and what can't be undone about it. */
  readonly explanation: ReactNode;
  readonly confirm: string;
  /** What must be typed first, for what hurts most. */
  readonly typed?: string;
  /** Rejects when it can't be done: the question then stays, and says why. */
  readonly onConfirm: () => Promise<unknown>;
}

const Asking = ({
  title,
  explanation,
  confirm,
  typed = '',
  onConfirm,
  onClose,
}: Question & { readonly onClose: () => void }): ReactElement => {
  const [text, setText] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const go = async (): Promise<void> => {
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
        <Button look="danger" isPending={isPending} isDisabled={text !== typed} onPress={() => void go()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
};

/** A button with its question. */
export const ConfirmButton = ({
  question,
  ...button
}: Omit<ActionProps, 'onPress'> & { readonly question: Question }): ReactElement => (
  <DialogButton {...button} dialog={(close) => <Asking {...question} onClose={close} />} />
);
