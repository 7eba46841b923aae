// Dialog that shows a new studio key and how to use it.
import type { ReactElement } from 'react';
import { SecretDialog } from '../ui/secret-dialog.js';

interface StudioKeyProps {
  readonly name: string;
  readonly studioKey: string;
  readonly onClose: () => void;
}

export const StudioKeyDialog = ({ name, studioKey, onClose }: StudioKeyProps): ReactElement => (
  <SecretDialog title={`Studio key for ${name}`} label="Studio key" secret={studioKey} onClose={onClose}>
    <p>Add these settings to the studio’s service, then restart it:</p>
    <pre>
      CONSOLE_URL={window.location.origin}
      {'\n'}STUDIO_KEY=…
    </pre>
  </SecretDialog>
);
