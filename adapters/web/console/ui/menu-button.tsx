// A button with further actions. Some of them open a dialog, which returns the focus to the button.
import { Ellipsis } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { focusIfLost, returnDelayMs, type RenderDialog } from './dialog-button.js';

/** One action: it opens a dialog, or does something at once. */
export type MenuAction = { readonly label: string } & (
  | { readonly dialog: RenderDialog; readonly run?: never }
  | { readonly run: () => void; readonly dialog?: never }
);

interface MenuButtonProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** The text of the button; by default it shows an icon. */
  readonly text?: string;
  /** While it is set, the button shows a spinner and ignores presses. */
  readonly isPending?: boolean;
}

/** Renders the button. */
export const MenuButton = ({ label, actions, text, isPending = false }: MenuButtonProps): ReactElement => {
  const [open, setOpen] = useState<RenderDialog>();
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const close = (): void => {
    setOpen(undefined);
    setTimeout(focusIfLost, returnDelayMs, trigger);
  };
  return (
    <>
      <MenuTrigger>
        <Button
          ref={setTrigger}
          isPending={isPending}
          className={text === undefined ? 'button quiet icon' : 'button'}
          {...(text === undefined && { 'aria-label': label })}
        >
          {isPending && <span className="spinner over" aria-hidden />}
          {text === undefined ? <Ellipsis size={18} aria-hidden /> : <span>{text}</span>}
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" aria-label={label}>
            {actions.map(({ label: name, dialog, run }) => (
              <MenuItem
                key={name}
                className="menu-item"
                onAction={() => {
                  if (dialog === undefined) run();
                  else setOpen(() => dialog);
                }}
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open?.(close)}
    </>
  );
};
