// The heading of a view: it names the browser's tab, and takes the keyboard there when the view was gone to.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

let isFirst = true;

/** Puts the keyboard at the heading, as a page that is loaded would; the first view leaves it to the browser. */
const useArrival = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio Control`;
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return heading;
};

/** The one main heading of a view. */
export const PageTitle = ({
  title,
  shown = title,
  children,
  actions,
}: {
  readonly title: string;
  /** The heading where it is shorter than the title. */
  readonly shown?: string;
  /** Stands below the heading. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement => (
  <div className="page-title">
    <div>
      <h1 ref={useArrival(title)} tabIndex={-1}>
        {shown}
      </h1>
      {children}
    </div>
    {actions !== undefined && <div className="title-actions">{actions}</div>}
  </div>
);
