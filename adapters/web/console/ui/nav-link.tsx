// A link within the console that shows whether one is there already.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** A link in a bar of them. `within` also counts addresses below it as there. */
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
  const isHere = path === href || path.startsWith(`${within}/`) || path === within;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isHere]);
  return (
    <Link ref={link} href={href} className="nav-link" aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
};
