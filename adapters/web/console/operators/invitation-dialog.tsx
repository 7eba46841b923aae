// Dialog that shows the link of an invitation.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { invitationLink } from '../session/invitation-page.js';
import { SecretDialog } from '../ui/secret-dialog.js';

interface InvitationDialogProps {
  readonly username: string;
  readonly token: string;
  readonly onClose: () => void;
}

export const InvitationDialog = ({ username, token, onClose }: InvitationDialogProps): ReactElement => (
  <SecretDialog title={t`Invitation of ${username}`} label={t`Link`} secret={invitationLink(token)} onClose={onClose}>
    <p className="prose">
      <Trans>
        Send it to {username}, who chooses a password with it. It works once, and for three days. Everybody who has the
        link can use it.
      </Trans>
    </p>
  </SecretDialog>
);
