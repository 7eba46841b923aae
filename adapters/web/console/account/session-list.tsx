// List of sessions, each with a button that ends it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { SessionOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { Empty } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Loaded } from '../ui/loaded.js';
import { ExactTime, RelativeTime } from '../ui/time.js';
import { useEndSession, useSessions } from './queries.js';

/** The operator whose sessions are shown; absent for the operator's own. */
interface SessionsProps {
  readonly username?: string | undefined;
}

interface SessionRowProps extends SessionsProps {
  readonly session: SessionOverview;
}

const EndSession = ({ username, session: { id, browser, address } }: SessionRowProps): ReactElement => {
  const endSession = useEndSession(username);
  const confirmation = {
    title: t`End this session?`,
    explanation: (
      <p>
        <Trans>
          {browser} at {address} is signed out at once. Unsaved changes there stay until that page is closed.
        </Trans>
      </p>
    ),
    confirm: t`End session`,
    onConfirm: () => endSession(id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`End the session of ${browser}`}>
      <Trans>End</Trans>
    </ConfirmButton>
  );
};

const SessionRow = ({ username, session }: SessionRowProps): ReactElement => (
  <li className="row">
    <div className="row-head">
      <div className="stack tight">
        <h3>{session.browser || t`Unknown program`}</h3>
        <p className="hint">
          {session.address} ·{' '}
          <Trans>
            last used <RelativeTime time={session.lastUsedAt} />
          </Trans>{' '}
          ·{' '}
          <Trans>
            signed in <ExactTime time={session.createdAt} />
          </Trans>
        </p>
      </div>
      {session.current && (
        <Badge tone="good">
          <Trans>This session</Trans>
        </Badge>
      )}
      <div className="row-actions">{!session.current && <EndSession username={username} session={session} />}</div>
    </div>
  </li>
);

/** Renders the sessions of an operator. */
export const SessionList = ({ username }: SessionsProps): ReactElement => (
  <Loaded query={useSessions(username)}>
    {(sessions) =>
      sessions.length === 0 ? (
        <Empty>
          <Trans>Not signed in anywhere.</Trans>
        </Empty>
      ) : (
        <ul className="rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} username={username} session={session} />
          ))}
        </ul>
      )
    }
  </Loaded>
);

/** Renders a button that ends all sessions of an operator but the present one. */
export const EndOtherSessions = ({ username, label }: SessionsProps & { readonly label: string }): ReactElement => {
  const endSession = useEndSession(username);
  const confirmation = {
    title: `${label}?`,
    explanation: (
      <p>
        <Trans>All browsers but this one are signed out at once.</Trans>
      </p>
    ),
    confirm: t`End sessions`,
    onConfirm: () => endSession(),
  };
  return (
    <ConfirmButton look="danger" confirmation={confirmation}>
      {label}
    </ConfirmButton>
  );
};
