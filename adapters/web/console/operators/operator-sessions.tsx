// Dialog with the sessions of an operator.
import type { ReactElement } from 'react';
import { EndOtherSessions, SessionList } from '../account/session-list.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';

interface OperatorSessionsProps {
  readonly username: string;
  readonly onClose: () => void;
}

export const OperatorSessions = ({ username, onClose }: OperatorSessionsProps): ReactElement => (
  <Dialog title={`Sessions of ${username}`} onClose={onClose}>
    <SessionList username={username} />
    <div className="actions">
      <EndOtherSessions username={username} label="End all sessions" />
      <Button onPress={onClose} autoFocus>
        Close
      </Button>
    </div>
  </Dialog>
);
