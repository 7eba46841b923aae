// What stands around every view: the bar with the ways to go, and what the operator should know.
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import type { Operator } from '../api/contract.js';
import { useMay } from '../session/session.js';
import { Brand } from '../ui/brand.js';
import { NavLink } from '../ui/nav-link.js';
import { Conditions } from './conditions.js';
import { UserMenu } from './user-menu.js';

const skip = (): void => {
  document.querySelector<HTMLElement>('h1')?.focus();
};

const Bar = ({ operator }: { readonly operator: Operator }): ReactElement => {
  const mayManage = useMay('admin');
  return (
    <header className="bar">
      <Link href="/studios" className="home">
        <Brand />
      </Link>
      <nav aria-label="Console">
        <NavLink href="/studios">Studios</NavLink>
        {mayManage && <NavLink href="/operators">Operators</NavLink>}
      </nav>
      <UserMenu operator={operator} />
    </header>
  );
};

/** The frame around a view. */
export const PageFrame = ({
  operator,
  children,
}: {
  readonly operator: Operator;
  readonly children: ReactNode;
}): ReactElement => (
  <>
    <button type="button" className="skip" onClick={skip}>
      Skip to the content
    </button>
    <Bar operator={operator} />
    <main className="view">
      <Conditions />
      {children}
    </main>
  </>
);
