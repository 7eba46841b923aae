// Button of the navigation bar that opens the dialog Find, as Ctrl-K does.
import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { IconButton } from '../ui/button.js';
import { FindDialog } from './find-dialog.js';

/** Whether a dialog is open, which a second one must not cover. */
const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

export const FindButton = (): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!isDialogOpen()) setOpen(true);
    };
    window.addEventListener('keydown', openByKey);
    return () => {
      window.removeEventListener('keydown', openByKey);
    };
  }, []);
  return (
    <>
      <IconButton
        label={t`Find (Ctrl-K)`}
        onPress={() => {
          setOpen(true);
        }}
      >
        <Search size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <FindDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
