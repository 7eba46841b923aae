// The heading of a view. It also sets the title of the browser tab and takes the focus after navigation.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Id of the element that “Skip to content” focuses. */
export const contentId = 'content';

let isFirst = true;

/** Focuses the heading after navigation. On the first view, the browser decides. */
const useNavigationFocus = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio Control`;
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return heading;
};

/** Renders the main heading of a view. */
export const PageTitle = ({
  title,
  heading: text = title,
  children,
  actions,
  isContent = true,
}: {
  readonly title: string;
  /** Text of the heading, if it is shorter than the title. */
  readonly heading?: string;
  /** Content below the heading. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the content begins with the heading. Otherwise another element has `contentId`. */
  readonly isContent?: boolean;
}): ReactElement => (
  <div className="page-title">
    <div>
      <h1 ref={useNavigationFocus(title)} id={isContent ? contentId : undefined} tabIndex={-1}>
        {text}
      </h1>
      {children}
    </div>
    {actions !== undefined && <div className="title-actions">{actions}</div>}
  </div>
);
