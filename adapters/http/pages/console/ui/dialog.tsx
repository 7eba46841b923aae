// Dialogs above the page. They hold the keyboard until they are left, and give it back to where it was.
import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface DialogProps {
  readonly title: string;
  /** Called when it is left by Escape or a press beside it; a dialog without it can't be left that way. */
  readonly onClose?: () => void;
  /** True for a question that interrupts. */
  readonly isQuestion?: boolean;
  readonly children: ReactNode;
}

/** A dialog; it is open as long as it is there. */
export const Dialog = ({ title, onClose, isQuestion = false, children }: DialogProps): ReactElement => (
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
