// Buttons that open a dialog. Closing it returns the focus to the button.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil, Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button, type ActionProps } from './button.js';

/** Renders the dialog, which calls `close` when it is done. */
export type RenderDialog = (close: () => void) => ReactElement;

interface DialogButtonProps extends Omit<ActionProps, 'onPress'> {
  readonly dialog: RenderDialog;
}

/** Gives the dialog time to return the focus itself, in milliseconds. */
export const returnDelayMs = 40;

/** Focuses the button if no other element has the focus: a dialog that follows another one can't return it. */
export const focusIfLost = (trigger: HTMLButtonElement | null): void => {
  if (document.activeElement === document.body) trigger?.focus();
};

/** Renders a button and the dialog that it opens. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <Button
        {...button}
        ref={setTrigger}
        onPress={() => {
          setOpen(true);
        }}
      />
      {isOpen &&
        dialog(() => {
          setOpen(false);
          setTimeout(focusIfLost, returnDelayMs, trigger);
        })}
    </>
  );
};

/** Button that opens a dialog for a new item. */
export const AddButton = ({
  label,
  dialog,
}: {
  readonly label: string;
  readonly dialog: RenderDialog;
}): ReactElement => (
  <DialogButton look="primary" icon={<Plus size={18} aria-hidden />} dialog={dialog}>
    {label}
  </DialogButton>
);

/** Button that opens a dialog for editing a list item. */
export const EditButton = ({
  name,
  dialog,
}: {
  readonly name: string;
  readonly dialog: RenderDialog;
}): ReactElement => (
  <DialogButton look="quiet" icon={<Pencil size={16} aria-hidden />} aria-label={t`Edit ${name}`} dialog={dialog}>
    <Trans>Edit</Trans>
  </DialogButton>
);
