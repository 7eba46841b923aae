// Buttons that open a dialog: it is there until it is closed, and the keyboard is back at the button then.
import { Pencil, Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button, type ActionProps } from './button.js';

/** Makes the dialog, which is there until it calls `close`. */
type Opened = (close: () => void) => ReactElement;

interface DialogButtonProps extends Omit<ActionProps, 'onPress'> {
  readonly dialog: Opened;
}

/** A button with the dialog that it opens. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        onPress={() => {
          setOpen(true);
        }}
      />
      {isOpen &&
        dialog(() => {
          setOpen(false);
        })}
    </>
  );
};

/** The button that opens a dialog in which something is added. */
export const AddButton = ({ label, dialog }: { readonly label: string; readonly dialog: Opened }): ReactElement => (
  <DialogButton look="primary" icon={<Plus size={18} aria-hidden />} dialog={dialog}>
    {label}
  </DialogButton>
);

/** The button that opens a dialog in which an entry of a list is edited. */
export const EditButton = ({ name, dialog }: { readonly name: string; readonly dialog: Opened }): ReactElement => (
  <DialogButton look="quiet" icon={<Pencil size={16} aria-hidden />} aria-label={`Edit ${name}`} dialog={dialog}>
    Edit
  </DialogButton>
);
