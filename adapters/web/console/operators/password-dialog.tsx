// Dialog that shows the generated password of an operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { SecretDialog } from '../ui/secret-dialog.js';

interface PasswordDialogProps {
  readonly username: string;
  readonly password: string;
  readonly onClose: () => void;
}

export const PasswordDialog = ({ username, password, onClose }: PasswordDialogProps): ReactElement => (
  <SecretDialog title={t`Password of ${username}`} label={t`Password`} secret={password} onClose={onClose}>
    <p className="prose">
      <Trans>Give it to {username}, who chooses another one at the next sign-in.</Trans>
    </p>
  </SecretDialog>
);
