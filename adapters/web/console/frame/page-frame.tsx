// Frame around every view: the link past the navigation, the navigation bar and the connection notice.
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import type { SessionOperator } from '../api/contract.js';
import { useHasRole } from '../session/session.js';
import { Brand } from '../ui/brand.js';
import { FindButton } from '../find/find-button.js';
import { NavLink } from '../ui/nav-link.js';
import { contentId } from '../ui/page-title.js';
import { ConnectionNotice } from './connection-notice.js';
import { UserMenu } from './user-menu.js';

const Bar = ({ operator }: { readonly operator: SessionOperator }): ReactElement => {
  const mayManage = useHasRole('admin');
  return (
    <header className="bar">
      <Link href="/studios" className="home">
        <Brand />
      </Link>
      <nav aria-label="Console">
        <NavLink href="/studios">Studios</NavLink>
        {mayManage && <NavLink href="/operators">Operators</NavLink>}
      </nav>
      <FindButton />
      <UserMenu operator={operator} />
    </header>
  );
};

/** Renders a view in its frame. */
export const PageFrame = ({
  operator,
  children,
}: {
  readonly operator: SessionOperator;
  readonly children: ReactNode;
}): ReactElement => (
  <>
    <a className="skip" href={`#${contentId}`}>
      Skip to content
    </a>
    <Bar operator={operator} />
    <main className="view">
      <ConnectionNotice />
      {children}
    </main>
  </>
);
