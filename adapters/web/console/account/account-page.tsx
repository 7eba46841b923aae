// Page for the account of the signed-in operator.
import type { ReactElement } from 'react';
import { SecondFactorCard } from '../second-factor/second-factor-card.js';
import { useProvider, useSession } from '../session/session.js';
import { PageTitle } from '../ui/page-title.js';
import { PasswordCard } from './password-card.js';
import { Card } from '../ui/card.js';
import { EndOtherSessions, SessionList } from './session-list.js';

const SessionsCard = (): ReactElement => (
  <Card
    title="Sessions"
    explanation="Where you are signed in."
    actions={<EndOtherSessions label="End all other sessions" />}
  >
    <SessionList />
  </Card>
);

/** The password and the second factor. */
const OwnCredentials = (): ReactElement => (
  <>
    <PasswordCard />
    <SecondFactorCard />
  </>
);

const ProviderAccount = (): ReactElement => {
  const { data: provider } = useProvider();
  return <p>You sign in at {provider?.name ?? 'an identity provider'}, which also keeps your password.</p>;
};

export const AccountPage = (): ReactElement => {
  const { data: self } = useSession();
  return (
    <>
      <PageTitle title="Your account">
        <p className="hint">Signed in as {self?.username}.</p>
      </PageTitle>
      <div className="stack">
        {self?.signIn === 'provider' ? <ProviderAccount /> : <OwnCredentials />}
        <SessionsCard />
      </div>
      <p className="hint">
        <a href="/licences.txt">Software licences</a>
      </p>
    </>
  );
};
