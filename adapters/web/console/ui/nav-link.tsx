// A navigation link that marks the current page.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** Renders a link. Paths below `within` count as current too. */
export const NavLink = ({
  href,
  within = href,
  state,
  children,
}: {
  readonly href: string;
  readonly within?: string;
  /** What the history keeps for the view that the link leads to. */
  readonly state?: unknown;
  readonly children: ReactNode;
}): ReactElement => {
  const [path] = useLocation();
  const isCurrent = path === href || path.startsWith(`${within}/`) || path === within;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  return (
    <Link ref={link} href={href} state={state} className="nav-link" aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
};
