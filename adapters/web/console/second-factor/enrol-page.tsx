// The page of an operator who has to set up a second factor before anything else.
import { useEffect, type ReactElement } from 'react';
import { useSignOut } from '../session/session.js';
import { SignOutFailure } from '../session/sign-out-failure.js';
import { Brand } from '../ui/brand.js';
import { Button } from '../ui/button.js';
import { SetUpSecondFactor } from './set-up.js';

export const EnrolPage = (): ReactElement => {
  const signOut = useSignOut();
  useEffect(() => {
    document.title = 'Set up a second factor · Studio Control';
  }, []);
  return (
    <main className="sign-in">
      <div className="card wide">
        <Brand />
        <h1 tabIndex={-1}>Set up a second factor</h1>
        <p>This console requires a code from an authenticator app, in addition to your password.</p>
        <SetUpSecondFactor onDone={() => undefined} />
        <SignOutFailure error={signOut.error} />
        <Button
          look="quiet"
          onPress={() => {
            signOut.mutate();
          }}
        >
          Sign out
        </Button>
      </div>
    </main>
  );
};
