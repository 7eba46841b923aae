// Card for creating, replacing and revoking the studio key.
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

const consequence =
  'The studio’s service is disconnected. It keeps its current settings until it is given a valid key.';

const CreateKey = ({ studio, onKey }: Props & { readonly onKey: (key: string) => void }): ReactElement => {
  const replaceKey = useReplaceKey();
  const confirmation = {
    title: 'Create key?',
    explanation: <p>The key is shown once.</p>,
    confirm: 'Create key',
    onConfirm: async () => {
      onKey(await replaceKey(studio.id, 0));
    },
  };
  return <ConfirmButton confirmation={confirmation}>Create key</ConfirmButton>;
};

const KeyInUse = ({ studio: { keyInUse } }: Props): ReactElement => {
  if (keyInUse === 'old') return <>The service still uses the old key.</>;
  return <>The service is not connected, and has not used the new key yet.</>;
};

const EndOldKey = ({ studio }: Props): ReactElement => {
  const endOldKey = useEndOldKey();
  const confirmation = {
    title: 'End old key?',
    explanation: <p>A service that still uses it is disconnected at once. The new key is not affected.</p>,
    confirm: 'End old key',
    onConfirm: () => endOldKey(studio.id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation}>
      End old key now
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
        <KeyInUse studio={studio} /> The old key ends when the service uses the new one, or on{' '}
        <ExactTime time={oldKey.validUntil} />.
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
    title: 'Revoke key?',
    explanation: <p>All keys of the studio stop working permanently. {consequence}</p>,
    confirm: 'Revoke key',
    onConfirm: () => revokeKey(studio.id),
  };
  return (
    <ConfirmButton look="danger" confirmation={confirmation}>
      Revoke key
    </ConfirmButton>
  );
};

/** Renders the card, and the dialog with a new key. */
export const KeyCard = ({ studio }: Props): ReactElement => {
  const [key, setKey] = useState<string>();
  const hasKey = studio.key === 'set';
  return (
    <Card
      title="Studio key"
      explanation="The studio’s service uses this key to receive its settings. Only a hash of it is stored."
      actions={<Badge tone={hasKey ? 'good' : 'warn'}>{hasKey ? 'Set' : 'None'}</Badge>}
    >
      <div className="actions start">
        {hasKey ? (
          <DialogButton dialog={(onClose) => <ReplaceKey studio={studio} onKey={setKey} onClose={onClose} />}>
            Replace key
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
