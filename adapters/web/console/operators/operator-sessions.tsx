// Dialog with the sessions of an operator.
import type { ReactElement } from 'react';
import { EndOtherSessions, SessionList } from '../account/session-list.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { operatorPath } from './queries.js';

interface OperatorSessionsProps {
  readonly username: string;
  readonly onClose: () => void;
}

export const OperatorSessions = ({ username, onClose }: OperatorSessionsProps): ReactElement => {
  const path = operatorPath(username, 'sessions');
  return (
    <Dialog title={`Sessions of ${username}`} onClose={onClose}>
      <SessionList path={path} />
      <div className="actions">
        <EndOtherSessions path={path} label="End all sessions" />
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
};
