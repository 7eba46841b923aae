// The frame of a page with what an operator has to do before anything else.
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Brand } from '../ui/brand.js';
import { Button } from '../ui/button.js';
import { useSignOut } from './session.js';
import { SignOutFailure } from './sign-out-failure.js';

interface DutyPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Renders the page; the only other way on is to sign out. */
export const DutyPage = ({ title, children }: DutyPageProps): ReactElement => {
  const signOut = useSignOut();
  useEffect(() => {
    document.title = `${title} · Studio Control`;
  }, [title]);
  return (
    <main className="sign-in">
      <div className="card wide">
        <Brand />
        <h1 tabIndex={-1}>{title}</h1>
        {children}
        <SignOutFailure error={signOut.error} />
        <Button
          look="quiet"
          onPress={() => {
            signOut.mutate();
          }}
        >
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </main>
  );
};
