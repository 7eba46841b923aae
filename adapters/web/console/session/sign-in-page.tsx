// Sign-in page.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactElement } from 'react';
import { Brand } from '../ui/brand.js';
import { ProviderFailureNotice, ProviderLink } from './provider-sign-in.js';
import { SignInForm } from './sign-in-form.js';

export const SignInPage = (): ReactElement => {
  useEffect(() => {
    document.title = t`Sign in · Studio Control`;
  }, []);
  return (
    <main className="sign-in">
      <div className="card">
        <Brand />
        <h1>
          <Trans>Sign in to the console</Trans>
        </h1>
        <ProviderFailureNotice />
        <SignInForm />
        <ProviderLink />
      </div>
    </main>
  );
};
