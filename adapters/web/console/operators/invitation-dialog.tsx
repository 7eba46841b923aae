// Dialog that shows the link of an invitation.
import type { ReactElement } from 'react';
import { invitationLink } from '../session/invitation-page.js';
import { SecretDialog } from '../ui/secret-dialog.js';

interface InvitationDialogProps {
  readonly username: string;
  readonly token: string;
  readonly onClose: () => void;
}

export const InvitationDialog = ({ username, token, onClose }: InvitationDialogProps): ReactElement => (
  <SecretDialog title={`Invitation of ${username}`} label="Link" secret={invitationLink(token)} onClose={onClose}>
    <p className="prose">
      Send it to {username}, who chooses a password with it. It works once, and for three days. Everybody who has the
      link can use it.
    </p>
  </SecretDialog>
);
