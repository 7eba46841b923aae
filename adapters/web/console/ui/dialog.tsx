// Dialogs above the page. They hold the keyboard until they are left, and give it back to where it was.
import { createContext, useContext, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.js';

interface DialogProps {
  readonly title: string;
  /** Called when it is left by Escape; a dialog without it can't be left that way. */
  readonly onClose?: () => void;
  /** True for a question that interrupts. */
  readonly isQuestion?: boolean;
  readonly children: ReactNode;
}

const Unsaved = createContext<(isUnsaved: boolean) => void>(() => undefined);

/** While something in a dialog is unsaved, Escape asks before it is lost. */
export const useUnsaved = (isUnsaved: boolean): void => {
  const tell = useContext(Unsaved);
  useEffect(() => {
    tell(isUnsaved);
  }, [tell, isUnsaved]);
};

const Frame = ({ title, onClose, isQuestion = false, children }: DialogProps): ReactElement => (
  <ModalOverlay
    isOpen
    className="overlay"
    isDismissable={false}
    isKeyboardDismissDisabled={onClose === undefined}
    onOpenChange={onClose ?? (() => undefined)}
  >
    <Modal className="modal">
      <AriaDialog role={isQuestion ? 'alertdialog' : 'dialog'} className="dialog">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

const Losing = ({ onStay, onLose }: { readonly onStay: () => void; readonly onLose: () => void }): ReactElement => (
  <Frame title="Drop what you typed?" isQuestion onClose={onStay}>
    <p>It isn’t saved yet.</p>
    <div className="actions">
      <Button onPress={onStay} autoFocus>
        Go on editing
      </Button>
      <Button look="danger" onPress={onLose}>
        Drop it
      </Button>
    </div>
  </Frame>
);

/** A dialog; it is open as long as it is there. */
export const Dialog = ({ onClose, children, ...frame }: DialogProps): ReactElement => {
  const [isUnsaved, setUnsaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const stay = (): void => {
    setAsking(false);
  };
  const leave = (): void => {
    if (isUnsaved) setAsking(true);
    else onClose?.();
  };
  return (
    <Frame {...frame} {...(onClose && { onClose: leave })}>
      <Unsaved value={setUnsaved}>{children}</Unsaved>
      {isAsking && onClose && <Losing onStay={stay} onLose={onClose} />}
    </Frame>
  );
};
