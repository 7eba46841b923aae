// The key that a studio's service is let in with: replaced, or taken out of use.
import { useState, type ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { revokeKey, rotateKey, useStudiosChange } from '../studios/queries.js';
import { StudioKey } from '../studios/studio-key.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm.js';

interface Props {
  readonly studio: StudioOverview;
}

const consequence =
  'The studio’s service is cut off at once. It goes on with the settings it has until it shows a valid key.';

const Rotate = ({ studio, onKey }: Props & { readonly onKey: (key: string) => void }): ReactElement => {
  const change = useStudiosChange();
  const isFirst = studio.key === 'none';
  const question = {
    title: isFirst ? 'Make a key?' : 'Replace the key?',
    explanation: <p>{isFirst ? 'It is shown once.' : `The old key stops working. ${consequence}`}</p>,
    confirm: isFirst ? 'Make a key' : 'Replace the key',
    onConfirm: async () => {
      onKey(await change(() => rotateKey(studio.id)));
    },
  };
  return <ConfirmButton question={question}>{isFirst ? 'Make a key' : 'Replace the key'}</ConfirmButton>;
};

const Revoke = ({ studio }: Props): ReactElement => {
  const change = useStudiosChange();
  const question = {
    title: 'Revoke the key?',
    explanation: <p>The key stops working for good. {consequence}</p>,
    confirm: 'Revoke the key',
    onConfirm: () => change(() => revokeKey(studio.id)),
  };
  return (
    <ConfirmButton look="danger" question={question}>
      Revoke the key
    </ConfirmButton>
  );
};

/** The card, and the new key in the one moment in which it is shown. */
export const KeyCard = ({ studio }: Props): ReactElement => {
  const [key, setKey] = useState<string>();
  const hasKey = studio.key === 'set';
  return (
    <Card
      title="Studio key"
      explanation="The studio’s service shows it to be given these settings. Only its hash is kept."
      actions={<Badge tone={hasKey ? 'good' : 'warn'}>{hasKey ? 'Set' : 'None'}</Badge>}
    >
      <div className="actions start">
        <Rotate studio={studio} onKey={setKey} />
        {hasKey && <Revoke studio={studio} />}
      </div>
      {key !== undefined && (
        <StudioKey
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
