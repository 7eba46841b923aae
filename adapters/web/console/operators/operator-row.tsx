// One operator of the list, with its actions.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  <Dialog title={t`Sessions of ${username}`} onClose={onClose}>
    <SessionList username={username} />
    <div className="actions">
      <EndOtherSessions username={username} label={t`End all sessions`} />
      <Button onPress={onClose} autoFocus>
        <Trans>Close</Trans>
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
    title: t`Reset the password of ${username}?`,
    explanation: (
      <p>
        <Trans>{username} gets a new password, which is shown once, and is signed out everywhere.</Trans>
      </p>
    ),
    confirm: t`Reset password`,
    onConfirm: async () => {
      setPassword(await resetPassword());
    },
  };
  return (
    <>
      <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Reset password of ${username}`}>
        <Trans>Reset password</Trans>
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
    title: t`Reset the second factor of ${username}?`,
    explanation: (
      <p>
        <Trans>{username} can then sign in with the password alone, and is signed out everywhere.</Trans>
      </p>
    ),
    confirm: t`Reset second factor`,
    onConfirm: resetSecondFactor,
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Reset second factor of ${username}`}>
      <Trans>Reset second factor</Trans>
    </ConfirmButton>
  );
};

const InviteAgain = ({ operator: { username } }: Props): ReactElement => {
  const invite = useInviteOperator(username);
  const [token, setToken] = useState<string>();
  const confirmation = {
    title: t`Invite ${username} again?`,
    explanation: (
      <p>
        <Trans>{username} gets a new link, and the earlier one no longer works.</Trans>
      </p>
    ),
    confirm: t`Invite again`,
    onConfirm: async () => {
      setToken(await invite());
    },
  };
  return (
    <>
      <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Invite ${username} again`}>
        <Trans>Invite again</Trans>
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
      <Button look="quiet" aria-label={t`Enable ${username}`} isPending={isPending} onPress={press}>
        <Trans>Enable</Trans>
      </Button>
    </>
  );
};

const Disable = ({ operator: { username } }: Props): ReactElement => {
  const changeOperator = useChangeOperator(username);
  const confirmation = {
    title: t`Disable ${username}?`,
    explanation: (
      <p>
        <Trans>{username} is signed out and can’t sign in until the account is enabled again.</Trans>
      </p>
    ),
    confirm: t`Disable`,
    onConfirm: () => changeOperator({ disabled: true }),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Disable ${username}`}>
      <Trans>Disable</Trans>
    </ConfirmButton>
  );
};

const Remove = ({ operator: { username } }: Props): ReactElement => {
  const removeOperator = useRemoveOperator();
  const confirmation = {
    title: t`Delete ${username}?`,
    explanation: (
      <p>
        <Trans>{username} is signed out and can no longer sign in. This can’t be undone.</Trans>
      </p>
    ),
    confirm: t`Delete`,
    onConfirm: () => removeOperator(username),
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={t`Delete ${username}`}>
      <Trans>Delete</Trans>
    </ConfirmButton>
  );
};

const Badges = ({ operator }: Props): ReactElement => (
  <>
    <Badge tone="calm">{rolesInWords(operator)}</Badge>
    {operator.signIn === 'provider' && (
      <Badge tone="calm">
        <Trans>Identity provider</Trans>
      </Badge>
    )}
    {operator.secondFactor && (
      <Badge tone="calm">
        <Trans>Second factor</Trans>
      </Badge>
    )}
    {operator.invited && (
      <Badge tone="calm">
        <Trans>Invited</Trans>
      </Badge>
    )}
    {operator.disabled && (
      <Badge tone="warn">
        <Trans>Disabled</Trans>
      </Badge>
    )}
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
        {operator.username === self?.username && (
          <span className="hint">
            <Trans>You</Trans>
          </span>
        )}
        <div className="row-actions">
          <EditButton
            name={operator.username}
            dialog={(close) => <EditOperator operator={operator} onClose={close} />}
          />
          <DialogButton
            look="quiet"
            aria-label={t`Sessions of ${operator.username}`}
            dialog={(close) => <OperatorSessions username={operator.username} onClose={close} />}
          >
            <Trans>Sessions</Trans>
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
