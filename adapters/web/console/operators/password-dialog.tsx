// Dialog that shows the generated password of an operator.
import type { ReactElement } from 'react';
import { SecretDialog } from '../ui/secret-dialog.js';

interface PasswordDialogProps {
  readonly username: string;
  readonly password: string;
  readonly onClose: () => void;
}

export const PasswordDialog = ({ username, password, onClose }: PasswordDialogProps): ReactElement => (
  <SecretDialog title={`Password of ${username}`} label="Password" secret={password} onClose={onClose}>
    <p className="prose">Give it to {username}, who chooses another one at the next sign-in.</p>
  </SecretDialog>
);
