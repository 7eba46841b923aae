// A navigation link that marks the current page.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** Renders a link. Paths below `within` count as current too. */
export const NavLink = ({
  href,
  within = href,
  children,
}: {
  readonly href: string;
  readonly within?: string;
  readonly children: ReactNode;
}): ReactElement => {
  const [path] = useLocation();
  const isCurrent = path === href || path.startsWith(`${within}/`) || path === within;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  return (
    <Link ref={link} href={href} className="nav-link" aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
};
