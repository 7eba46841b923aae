// One operator of the list, with its actions.
import { useState, type ReactElement } from 'react';
import type { OperatorAccount } from '../api/contract.js';
import { useSession } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton, EditButton } from '../ui/dialog-button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { usePress } from '../ui/use-press.js';
import { EditOperator } from './edit-operator.js';
import { InvitationDialog } from './invitation-dialog.js';
import { PasswordDialog } from './password-dialog.js';
import {
  useChangeOperator,
  useInviteOperator,
  useRemoveOperator,
  useResetPassword,
  useResetSecondFactor,
} from './queries.js';
import { rolesInWords } from './roles.js';
import { EndOtherSessions, SessionList } from '../account/session-list.js';
import { Dialog } from '../ui/dialog.js';

interface OperatorSessionsProps {
  readonly username: string;
  readonly onClose: () => void;
}

const OperatorSessions = ({ username, onClose }: OperatorSessionsProps): ReactElement => (
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

interface Props {
  readonly operator: OperatorAccount;
}

const ResetPassword = ({ operator: { username } }: Props): ReactElement => {
  const resetPassword = useResetPassword(username);
  const [password, setPassword] = useState<string>();
  const confirmation = {
    title: `Reset the password of ${username}?`,
    explanation: <p>{username} gets a new password, which is shown once, and is signed out everywhere.</p>,
    confirm: 'Reset password',
    onConfirm: async () => {
      setPassword(await resetPassword());
    },
  };
  return (
    <>
      <ConfirmButton look="quiet" confirmation={confirmation} aria-label={`Reset password of ${username}`}>
        Reset password
      </ConfirmButton>
      {password !== undefined && (
        <PasswordDialog
          username={username}
          password={password}
          onClose={() => {
            setPassword(undefined);
          }}
        />
      )}
    </>
  );
};

const ResetSecondFactor = ({ operator: { username } }: Props): ReactElement => {
  const resetSecondFactor = useResetSecondFactor(username);
  const confirmation = {
    title: `Reset the second factor of ${username}?`,
    explanation: <p>{username} can then sign in with the password alone, and is signed out everywhere.</p>,
    confirm: 'Reset second factor',
    onConfirm: resetSecondFactor,
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={`Reset second factor of ${username}`}>
      Reset second factor
    </ConfirmButton>
  );
};

const InviteAgain = ({ operator: { username } }: Props): ReactElement => {
  const invite = useInviteOperator(username);
  const [token, setToken] = useState<string>();
  const confirmation = {
    title: `Invite ${username} again?`,
    explanation: <p>{username} gets a new link, and the earlier one no longer works.</p>,
    confirm: 'Invite again',
    onConfirm: async () => {
      setToken(await invite());
    },
  };
  return (
    <>
      <ConfirmButton look="quiet" confirmation={confirmation} aria-label={`Invite ${username} again`}>
        Invite again
      </ConfirmButton>
      {token !== undefined && (
        <InvitationDialog
          username={username}
          token={token}
          onClose={() => {
            setToken(undefined);
          }}
        />
      )}
    </>
  );
};

const Enable = ({ operator: { username } }: Props): ReactElement => {
  const changeOperator = useChangeOperator(username);
  const { isPending, failure, press } = usePress(() => changeOperator({ disabled: false }));
  return (
    <>
      <FailureNotice failure={failure} />
      <Button look="quiet" aria-label={`Enable ${username}`} isPending={isPending} onPress={press}>
        Enable
      </Button>
    </>
  );
};

const Disable = ({ operator: { username } }: Props): ReactElement => {
  const changeOperator = useChangeOperator(username);
  const confirmation = {
    title: `Disable ${username}?`,
    explanation: <p>{username} is signed out and can’t sign in until the account is enabled again.</p>,
    confirm: 'Disable',
    onConfirm: () => changeOperator({ disabled: true }),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={`Disable ${username}`}>
      Disable
    </ConfirmButton>
  );
};

const Remove = ({ operator: { username } }: Props): ReactElement => {
  const removeOperator = useRemoveOperator();
  const confirmation = {
    title: `Delete ${username}?`,
    explanation: <p>{username} is signed out and can no longer sign in. This can’t be undone.</p>,
    confirm: 'Delete',
    onConfirm: () => removeOperator(username),
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={`Delete ${username}`}>
      Delete
    </ConfirmButton>
  );
};

const Badges = ({ operator }: Props): ReactElement => (
  <>
    <Badge tone="calm">{rolesInWords(operator)}</Badge>
    {operator.signIn === 'provider' && <Badge tone="calm">Identity provider</Badge>}
    {operator.secondFactor && <Badge tone="calm">Second factor</Badge>}
    {operator.invited && <Badge tone="calm">Invited</Badge>}
    {operator.disabled && <Badge tone="warn">Disabled</Badge>}
  </>
);

/** Renders how the operator gets a password. Somebody who signs in at an identity provider gets none. */
const FirstPassword = ({ operator }: Props): ReactElement =>
  operator.invited ? <InviteAgain operator={operator} /> : <ResetPassword operator={operator} />;

export const OperatorRow = ({ operator }: Props): ReactElement => {
  const { data: self } = useSession();
  return (
    <li className="row">
      <div className="row-head">
        <h3>{operator.username}</h3>
        <Badges operator={operator} />
        {operator.username === self?.username && <span className="hint">You</span>}
        <div className="row-actions">
          <EditButton
            name={operator.username}
            dialog={(close) => <EditOperator operator={operator} onClose={close} />}
          />
          <DialogButton
            look="quiet"
            aria-label={`Sessions of ${operator.username}`}
            dialog={(close) => <OperatorSessions username={operator.username} onClose={close} />}
          >
            Sessions
          </DialogButton>
          {operator.signIn === 'password' && <FirstPassword operator={operator} />}
          {operator.secondFactor && <ResetSecondFactor operator={operator} />}
          {operator.disabled ? <Enable operator={operator} /> : <Disable operator={operator} />}
          <Remove operator={operator} />
        </div>
      </div>
    </li>
  );
};
