// Something that the operator should know, said where it matters.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

const icons = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck, info: Info } as const;

interface NoticeProps {
  readonly kind: keyof typeof icons;
  readonly children: ReactNode;
  /** Buttons that help. */
  readonly actions?: ReactNode;
}

/** A notice. A bad one is read out at once, the others when there is a pause. */
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
