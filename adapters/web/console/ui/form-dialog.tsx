// A dialog that is one form.
import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import { FormFrame, type SheetProps } from './sheet.js';

interface FormDialogProps extends Omit<SheetProps, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

export const FormDialog = ({ title, onClose, ...sheet }: FormDialogProps): ReactElement => (
  <Dialog title={title} onClose={onClose}>
    <FormFrame {...sheet} onCancel={onClose} />
  </Dialog>
);
