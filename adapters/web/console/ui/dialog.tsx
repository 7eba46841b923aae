// Modal dialogs. A dialog keeps the focus until it is closed, then returns it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createContext, useContext, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.js';

interface DialogProps {
  readonly title: string;
  /** Called when the operator presses Escape. Without it, Escape does nothing. */
  readonly onClose?: () => void;
  /** True for an alert dialog, which asks a question. */
  readonly isQuestion?: boolean;
  /** Whether what is behind the dialog can't be seen. */
  readonly hidesPage?: boolean;
  /** Whether it is wider, for contents beside each other. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => undefined);

/** Makes the dialog ask before Escape discards unsaved changes. */
export const useUnsaved = (isUnsaved: boolean): void => {
  const setUnsaved = useContext(UnsavedContext);
  useEffect(() => {
    setUnsaved(isUnsaved);
  }, [setUnsaved, isUnsaved]);
};

const Frame = ({
  title,
  onClose,
  isQuestion = false,
  hidesPage = false,
  isWide = false,
  children,
}: DialogProps): ReactElement => (
  <ModalOverlay
    isOpen
    className={hidesPage ? 'overlay opaque' : 'overlay'}
    isDismissable={false}
    isKeyboardDismissDisabled={onClose === undefined}
    onOpenChange={onClose ?? (() => undefined)}
  >
    <Modal className={isWide ? 'modal wide' : 'modal'}>
      <AriaDialog role={isQuestion ? 'alertdialog' : 'dialog'} className="dialog">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

interface DiscardDialogProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

const DiscardDialog = ({ onKeep, onDiscard }: DiscardDialogProps): ReactElement => (
  <Frame title={t`Discard changes?`} isQuestion onClose={onKeep}>
    <p>
      <Trans>Your changes aren’t saved.</Trans>
    </p>
    <div className="actions">
      <Button onPress={onKeep} autoFocus>
        <Trans>Keep editing</Trans>
      </Button>
      <Button look="danger" onPress={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
    </div>
  </Frame>
);

/** Renders a dialog, which is open while it is mounted. */
export const Dialog = ({ onClose, children, ...frame }: DialogProps): ReactElement => {
  const [isUnsaved, setUnsaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const keepEditing = (): void => {
    setAsking(false);
  };
  const close = (): void => {
    if (isUnsaved) setAsking(true);
    else onClose?.();
  };
  return (
    <Frame {...frame} {...(onClose && { onClose: close })}>
      <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
      {isAsking && onClose && <DiscardDialog onKeep={keepEditing} onDiscard={onClose} />}
    </Frame>
  );
};
