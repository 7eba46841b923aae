// Dialog for signing in again after the session has ended. The view and its drafts stay behind it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { read } from '../api/client.js';
import { sessionEndReason } from '../api/connection-status.js';
import type { SessionOperator } from '../api/contract.js';
import { explain, isUnauthorized } from '../api/failure.js';
import { useStore } from '../api/store.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/notice.js';
import { usePress } from '../ui/use-press.js';
import { ProviderLink } from './provider-sign-in.js';
import { SignInForm } from './sign-in-form.js';
import { beginSession, endSession } from './session.js';

/** Returns why the session has ended as a sentence; null if that is unknown. */
const useEndReason = (): string | null => {
  const reason = useStore(sessionEndReason);
  return reason === null ? null : explain(new Error(reason));
};

/** Signs in at the provider in another tab, whose session this page then uses too. */
const AtProvider = (): ReactElement => {
  const client = useQueryClient();
  const { isPending, failure, press } = usePress(async () => {
    beginSession(client, await read('session.get'));
  });
  return (
    <div className="form">
      <ProviderLink inNewTab />
      <p className="hint">
        <Trans>It opens in a new tab. Return here afterwards.</Trans>
      </p>
      {failure !== undefined && (
        <Notice kind="bad">{isUnauthorized(failure) ? t`You aren’t signed in yet.` : explain(failure)}</Notice>
      )}
      <Button isPending={isPending} onPress={press}>
        <Trans>I have signed in</Trans>
      </Button>
    </div>
  );
};

/** Asks the previous operator to sign in again, or lets another operator sign in. */
export const SignInAgain = ({ operator }: { readonly operator: SessionOperator }): ReactElement => {
  const client = useQueryClient();
  const { username, signIn } = operator;
  const reason = useEndReason();
  return (
    <Dialog title={t`Your session has ended`} hidesPage>
      <p>
        {reason !== null && `${reason} `}
        <Trans>Sign in again to continue. Your unsaved changes are kept.</Trans>
      </p>
      {signIn === 'password' ? <SignInForm username={username} /> : <AtProvider />}
      <Button
        look="quiet"
        onPress={() => {
          endSession(client);
        }}
      >
        <Trans>Discard changes and sign in as someone else</Trans>
      </Button>
    </Dialog>
  );
};
