// Page for the account of the signed-in operator.
import type { ReactElement } from 'react';
import { useSession } from '../session/session.js';
import { PageTitle } from '../ui/page-title.js';
import { PasswordCard } from './password-card.js';
import { SessionsCard } from './sessions-card.js';

export const AccountPage = (): ReactElement => {
  const { data: self } = useSession();
  return (
    <>
      <PageTitle title="Your account">
        <p className="hint">Signed in as {self?.username}.</p>
      </PageTitle>
      <div className="stack">
        <PasswordCard />
        <SessionsCard />
      </div>
      <p className="hint">
        <a href="/licences.txt">Software licences</a>
      </p>
    </>
  );
};
