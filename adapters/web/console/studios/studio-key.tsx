// A studio's key in the one moment in which it is shown, and what to do with it.
import type { ReactElement } from 'react';
import { ShownOnce } from '../ui/secret.js';

interface StudioKeyProps {
  readonly name: string;
  readonly studioKey: string;
  readonly onClose: () => void;
}

export const StudioKey = ({ name, studioKey, onClose }: StudioKeyProps): ReactElement => (
  <ShownOnce title={`The key of ${name}`} label="Studio key" secret={studioKey} onClose={onClose}>
    <p>Give it to the studio’s service as its settings, and start the service again:</p>
    <pre>
      CONSOLE_URL={window.location.origin}
      {'\n'}STUDIO_KEY=…
    </pre>
  </ShownOnce>
);
