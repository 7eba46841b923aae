// A message to the operator, with an icon.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

const icons = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck, info: Info } as const;

interface NoticeProps {
  readonly kind: keyof typeof icons;
  readonly children: ReactNode;
  /** Buttons beside the message. */
  readonly actions?: ReactNode;
}

/** Renders a message. Screen readers announce a `bad` one at once, the others when idle. */
export const Notice = ({ kind, children, actions }: NoticeProps): ReactElement => {
  const Icon = icons[kind];
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden />
      <div className="notice-text">{children}</div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
};
