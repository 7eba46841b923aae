// The question before an action.
import { useEffect, useRef, type ReactElement } from 'react';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the call acts on. */
  readonly effect: string;
  readonly call: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Renders the question. It is open while it is mounted; Escape cancels. */
export const ConfirmDialog = ({ title, effect, call, onAnswer }: ConfirmDialogProps): ReactElement => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      onClose={() => {
        onAnswer(false);
      }}
    >
      <h2 id="question">{title}?</h2>
      <p>{effect}</p>
      <pre>{call}</pre>
      <div className="buttons">
        <button
          type="button"
          autoFocus
          onClick={() => {
            onAnswer(false);
          }}
        >
          Cancel
        </button>
        <button
          type="button"
          className="danger"
          onClick={() => {
            onAnswer(true);
          }}
        >
          Send
        </button>
      </div>
    </dialog>
  );
};
