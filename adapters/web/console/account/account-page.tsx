// Page for the account of the signed-in operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { SecondFactorCard } from '../second-factor/second-factor-card.js';
import { useProvider, useSession } from '../session/session.js';
import { PageTitle } from '../ui/page-title.js';
import { PasswordCard } from './password-card.js';
import { Card } from '../ui/card.js';
import { EndOtherSessions, SessionList } from './session-list.js';

const SessionsCard = (): ReactElement => (
  <Card
    title={t`Sessions`}
    explanation={t`Where you are signed in.`}
    actions={<EndOtherSessions label={t`End all other sessions`} />}
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
  const name = useProvider().data?.name;
  return (
    <p>
      {name === undefined ? (
        <Trans>You sign in at an identity provider, which also keeps your password.</Trans>
      ) : (
        <Trans>You sign in at {name}, which also keeps your password.</Trans>
      )}
    </p>
  );
};

export const AccountPage = (): ReactElement => {
  const { data: self } = useSession();
  return (
    <>
      <PageTitle title={t`Your account`}>
        <p className="hint">
          <Trans>Signed in as {self?.username}.</Trans>
        </p>
      </PageTitle>
      <div className="stack">
        {self?.signIn === 'provider' ? <ProviderAccount /> : <OwnCredentials />}
        <SessionsCard />
      </div>
      <p className="hint">
        <a href="/licences.txt">
          <Trans>Software licences</Trans>
        </a>
      </p>
    </>
  );
};
