// Buttons: what they do in words, what they weigh by their look.
import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';

export interface ActionProps extends Omit<ButtonProps, 'className' | 'children'> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet' | 'danger quiet';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

const whileBusy = { onPress: () => undefined, 'aria-disabled': true, 'data-pending': true } as const;

/** A button. While `isPending` it keeps the keyboard, shows so, and does nothing. */
export const Button = ({ look = 'plain', icon, isPending = false, children, ...rest }: ActionProps): ReactElement => (
  <AriaButton {...rest} {...(isPending && whileBusy)} className={`button ${look}`}>
    {isPending ? <span className="spinner" aria-hidden /> : icon}
    <span>{children}</span>
  </AriaButton>
);

/** A button that shows an icon alone; its label is read out and shown as a hint. */
export const IconButton = ({
  label,
  children,
  ...rest
}: Omit<ButtonProps, 'className' | 'children'> & {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement => (
  <AriaButton {...rest} aria-label={label} className="button quiet icon">
    {children}
  </AriaButton>
);
