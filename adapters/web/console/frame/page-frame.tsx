// Frame around every view: the link past the navigation, the navigation bar and the connection notice.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import type { SessionOperator } from '../api/contract.js';
import { fromStudio } from '../operators/roles.js';
import { useHasRole, useSignOut } from '../session/session.js';
import { SignOutFailure } from '../session/sign-out-failure.js';
import { Brand } from '../ui/brand.js';
import { FindButton } from '../find/find-button.js';
import { NavLink } from '../ui/nav-link.js';
import { contentId } from '../ui/page-title.js';
import { ConnectionNotice } from './connection-notice.js';
import { UserMenu } from './user-menu.js';

const Bar = (menu: ComponentProps<typeof UserMenu>): ReactElement => {
  const mayManage = useHasRole('admin');
  const [, open] = useRoute('/studios/:id/*?');
  return (
    <header className="bar">
      <Link href="/studios" className="home">
        <Brand />
      </Link>
      <nav aria-label={t`Console`}>
        <NavLink href="/studios">
          <Trans>Studios</Trans>
        </NavLink>
        {mayManage && (
          <NavLink href="/operators" state={fromStudio(open?.id)}>
            <Trans>Operators</Trans>
          </NavLink>
        )}
      </nav>
      <FindButton />
      <UserMenu {...menu} />
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
}): ReactElement => {
  const signOut = useSignOut();
  return (
    <>
      <a className="skip" href={`#${contentId}`}>
        <Trans>Skip to content</Trans>
      </a>
      <Bar
        operator={operator}
        onSignOut={() => {
          signOut.mutate();
        }}
      />
      <main className="view">
        <ConnectionNotice />
        <SignOutFailure error={signOut.error} />
        {children}
      </main>
    </>
  );
};
