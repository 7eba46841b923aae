// Sign-in page.
import { useEffect, type ReactElement } from 'react';
import { Brand } from '../ui/brand.js';
import { ProviderFailureNotice, ProviderLink } from './provider-sign-in.js';
import { SignInForm } from './sign-in-form.js';

export const SignInPage = (): ReactElement => {
  useEffect(() => {
    document.title = 'Sign in · Studio Control';
  }, []);
  return (
    <main className="sign-in">
      <div className="card">
        <Brand />
        <h1>Sign in to the console</h1>
        <ProviderFailureNotice />
        <SignInForm />
        <ProviderLink />
      </div>
    </main>
  );
};
