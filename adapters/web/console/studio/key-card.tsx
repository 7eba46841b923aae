// Card for creating, replacing and revoking the studio key.
import { useState, type ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { useReplaceKey, useRevokeKey } from '../studios/queries.js';
import { StudioKeyDialog } from '../studios/studio-key.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';

interface Props {
  readonly studio: StudioOverview;
}

const consequence =
  'The studio’s service is disconnected. It keeps its current settings until it is given a valid key.';

const ReplaceKey = ({ studio, onKey }: Props & { readonly onKey: (key: string) => void }): ReactElement => {
  const replaceKey = useReplaceKey();
  const isFirst = studio.key === 'none';
  const confirmation = {
    title: isFirst ? 'Create key?' : 'Replace key?',
    explanation: <p>{isFirst ? 'The key is shown once.' : `The old key stops working. ${consequence}`}</p>,
    confirm: isFirst ? 'Create key' : 'Replace key',
    onConfirm: async () => {
      onKey(await replaceKey(studio.id));
    },
  };
  return <ConfirmButton confirmation={confirmation}>{isFirst ? 'Create key' : 'Replace key'}</ConfirmButton>;
};

const RevokeKey = ({ studio }: Props): ReactElement => {
  const revokeKey = useRevokeKey();
  const confirmation = {
    title: 'Revoke key?',
    explanation: <p>The key stops working permanently. {consequence}</p>,
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
        <ReplaceKey studio={studio} onKey={setKey} />
        {hasKey && <RevokeKey studio={studio} />}
      </div>
      {key !== undefined && (
        <StudioKeyDialog
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
