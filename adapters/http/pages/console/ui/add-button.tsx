// The button that opens a dialog in which something is added.
import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from './button.js';

interface AddButtonProps {
  readonly label: string;
  /** The dialog, which is there until it calls `close`. */
  readonly children: (close: () => void) => ReactElement;
}

export const AddButton = ({ label, children }: AddButtonProps): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="primary"
        icon={<Plus size={18} aria-hidden />}
        onPress={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen &&
        children(() => {
          setOpen(false);
        })}
    </>
  );
};
