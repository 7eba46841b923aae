// Buttons.
import type { ReactElement, ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';

export interface ActionProps extends Omit<ButtonProps, 'className' | 'children'> {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet' | 'danger quiet' | 'quiet icon';
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

const pendingProps = { onPress: () => undefined, 'aria-disabled': true, 'data-pending': true } as const;

/** Renders a button. While `isPending` is set, it keeps the focus, shows a spinner and ignores presses. */
export const Button = ({ look = 'plain', icon, isPending = false, children, ...rest }: ActionProps): ReactElement => (
  <AriaButton {...rest} {...(isPending && pendingProps)} className={`button ${look}`}>
    {isPending ? <span className={icon === undefined ? 'spinner over' : 'spinner'} aria-hidden /> : icon}
    {children !== undefined && <span>{children}</span>}
  </AriaButton>
);

/** Renders a button with an icon only. The label is its accessible name. */
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
