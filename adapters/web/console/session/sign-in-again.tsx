// Dialog for signing in again after the session has ended. The view and its drafts stay behind it.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sessionEndReason } from '../api/connection-status.js';
import { explain } from '../api/failure.js';
import { notSignedIn } from '../api/rules.js';
import { useStore } from '../api/store.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SignInForm } from './sign-in-form.js';
import { endSession } from './session.js';

/** Returns why the session has ended as a sentence; null if the console didn’t say. */
const useEndReason = (): string | null => {
  const reason = useStore(sessionEndReason);
  return reason === null || reason === notSignedIn.message ? null : explain(new Error(reason));
};

/** Asks the previous operator to sign in again, or lets another operator sign in. */
export const SignInAgain = ({ username }: { readonly username: string }): ReactElement => {
  const client = useQueryClient();
  const reason = useEndReason();
  return (
    <Dialog title="Your session has ended" hidesPage>
      <p>{reason !== null && `${reason} `}Sign in again to continue. Your unsaved changes are kept.</p>
      <SignInForm username={username} />
      <Button
        look="quiet"
        onPress={() => {
          endSession(client);
        }}
      >
        Discard changes and sign in as someone else
      </Button>
    </Dialog>
  );
};
