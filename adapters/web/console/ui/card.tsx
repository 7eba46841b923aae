// A titled section of a view.
import { useId, type ReactElement, type ReactNode } from 'react';

interface CardProps {
  readonly title: string;
  readonly explanation?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const Card = ({ title, explanation, actions, children }: CardProps): ReactElement => {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {explanation !== undefined && <p className="hint">{explanation}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
};

/** Placeholder for an empty list. */
export const Empty = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <p className="empty">{children}</p>
);
