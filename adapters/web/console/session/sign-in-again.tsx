// A session that ended while somebody was at work: they sign in again above their work, which stays as it is.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CredentialFields } from './credentials.js';
import { forgetAll } from './session.js';

/** Asks who was signed in to do so again, or makes room for somebody else. */
export const SignInAgain = ({ username }: { readonly username: string }): ReactElement => {
  const client = useQueryClient();
  return (
    <Dialog title="Your session has ended">
      <p>Sign in again to go on. What you typed is kept.</p>
      <CredentialFields username={username} />
      <Button
        look="quiet"
        onPress={() => {
          forgetAll(client);
        }}
      >
        Sign in as somebody else, and drop what isn’t saved
      </Button>
    </Dialog>
  );
};
