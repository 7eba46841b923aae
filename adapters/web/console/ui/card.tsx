// A part of a view with a heading of its own.
import { useId, type ReactElement, type ReactNode } from 'react';

interface CardProps {
  readonly title: string;
  readonly explanation?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card. */
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

/** What stands where a list has no entries. */
export const Empty = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <p className="empty">{children}</p>
);
