// A dialog with one form.
import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import { FormFrame, type FormFrameProps } from './form-frame.js';

interface FormDialogProps extends Omit<FormFrameProps, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

export const FormDialog = ({ title, onClose, ...frame }: FormDialogProps): ReactElement => (
  <Dialog title={title} onClose={onClose}>
    <FormFrame {...frame} onCancel={onClose} />
  </Dialog>
);
