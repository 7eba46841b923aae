// What somebody sees who isn't signed in.
import { useEffect, type ReactElement } from 'react';
import { Brand } from '../ui/brand.js';
import { CredentialFields } from './credentials.js';

/** The view of signing in. */
export const SignInPage = (): ReactElement => {
  useEffect(() => {
    document.title = 'Sign in · Studio Control';
  }, []);
  return (
    <main className="sign-in">
      <div className="card">
        <Brand />
        <h1>Sign in to the console</h1>
        <CredentialFields />
      </div>
    </main>
  );
};
