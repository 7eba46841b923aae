// Dialog that shows a new token once.
import type { ReactElement } from 'react';
import { SecretDialog } from '../ui/secret-dialog.js';
import type { DeviceWithToken } from './queries.js';

/** Renders the token of a new device, or the new token of one whose token was replaced. */
export const NewToken = ({
  device,
  token,
  onClose,
}: DeviceWithToken & { readonly onClose: () => void }): ReactElement => (
  <SecretDialog title={`Token for ${device.name}`} label="Token" secret={token} onClose={onClose}>
    <p>
      The device sends it as <code>Authorization: Bearer …</code>, as <code>?token=…</code>, or as the password of HTTP
      Basic with any username. If the token is lost, replace it.
    </p>
  </SecretDialog>
);
