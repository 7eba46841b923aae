// Card for creating, replacing and revoking the studio key.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { useEndOldKey, useReplaceKey, useRevokeKey } from '../studios/queries.js';
import { StudioKeyDialog } from '../studios/studio-key.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { ExactTime } from '../ui/time.js';
import { ReplaceKey } from './replace-key.js';

interface Props {
  readonly studio: StudioOverview;
}

const consequence = t`The studio’s service is disconnected. It keeps its current settings until it is given a valid key.`;

const CreateKey = ({ studio, onKey }: Props & { readonly onKey: (key: string) => void }): ReactElement => {
  const replaceKey = useReplaceKey();
  const confirmation = {
    title: t`Create key?`,
    explanation: (
      <p>
        <Trans>The key is shown once.</Trans>
      </p>
    ),
    confirm: t`Create key`,
    onConfirm: async () => {
      onKey(await replaceKey(studio.id, 0));
    },
  };
  return (
    <ConfirmButton confirmation={confirmation}>
      <Trans>Create key</Trans>
    </ConfirmButton>
  );
};

const KeyInUse = ({ studio: { keyInUse } }: Props): ReactElement => {
  if (keyInUse === 'old') return <Trans>The service still uses the old key.</Trans>;
  return <Trans>The service is not connected, and has not used the new key yet.</Trans>;
};

const EndOldKey = ({ studio }: Props): ReactElement => {
  const endOldKey = useEndOldKey();
  const confirmation = {
    title: t`End old key?`,
    explanation: (
      <p>
        <Trans>A service that still uses it is disconnected at once. The new key is not affected.</Trans>
      </p>
    ),
    confirm: t`End old key`,
    onConfirm: () => endOldKey(studio.id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation}>
      <Trans>End old key now</Trans>
    </ConfirmButton>
  );
};

/** Renders nothing unless an old key is still valid. */
const OldKeyNotice = ({ studio }: Props): ReactElement | null => {
  const { oldKey } = studio;
  if (oldKey === null) return null;
  return (
    <div className="row-head">
      <p>
        <Trans>
          <KeyInUse studio={studio} /> The old key ends when the service uses the new one, or on{' '}
          <ExactTime time={oldKey.validUntil} />.
        </Trans>
      </p>
      <div className="row-actions">
        <EndOldKey studio={studio} />
      </div>
    </div>
  );
};

const RevokeKey = ({ studio }: Props): ReactElement => {
  const revokeKey = useRevokeKey();
  const confirmation = {
    title: t`Revoke key?`,
    explanation: (
      <p>
        <Trans>All keys of the studio stop working permanently. {consequence}</Trans>
      </p>
    ),
    confirm: t`Revoke key`,
    onConfirm: () => revokeKey(studio.id),
  };
  return (
    <ConfirmButton look="danger" confirmation={confirmation}>
      <Trans>Revoke key</Trans>
    </ConfirmButton>
  );
};

/** Renders the card, and the dialog with a new key. */
export const KeyCard = ({ studio }: Props): ReactElement => {
  const [key, setKey] = useState<string>();
  const hasKey = studio.key === 'set';
  return (
    <Card
      title={t`Studio key`}
      explanation={t`The studio’s service uses this key to receive its settings. Only a hash of it is stored.`}
      actions={<Badge tone={hasKey ? 'good' : 'warn'}>{hasKey ? t`Set` : t`None`}</Badge>}
    >
      <div className="actions start">
        {hasKey ? (
          <DialogButton dialog={(onClose) => <ReplaceKey studio={studio} onKey={setKey} onClose={onClose} />}>
            <Trans>Replace key</Trans>
          </DialogButton>
        ) : (
          <CreateKey studio={studio} onKey={setKey} />
        )}
        {hasKey && <RevokeKey studio={studio} />}
      </div>
      <OldKeyNotice studio={studio} />
      {key !== undefined && (
        <StudioKeyDialog
          studioId={studio.id}
          name={studio.name}
          studioKey={key}
          onClose={() => {
            setKey(undefined);
          }}
        />
      )}
    </Card>
  );
};
