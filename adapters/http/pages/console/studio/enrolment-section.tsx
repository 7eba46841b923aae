// The section Studio and key: the studio's name, the key that its service shows, and its end.
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { check, Studio } from '../api/rules.js';
import { useMay } from '../session/session.js';
import { removeStudio, renameStudio, useStudiosChange } from '../studios/queries.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm.js';
import { useForm } from '../ui/form.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { KeyCard } from './key-card.js';

interface Props {
  readonly studio: StudioOverview;
}

const Name = ({ studio }: Props): ReactElement => {
  const [name, setName] = useState(studio.name);
  const change = useStudiosChange((next: string) => renameStudio(studio.id, next));
  const form = useForm({
    fields: ['name'],
    check: () => check(Studio, { id: studio.id, name }),
    send: () => change.mutateAsync(name),
  });
  return (
    <Card title="Name">
      <Sheet form={form} send="Rename" isDisabled={name === studio.name}>
        <TextField
          label="Name of the studio"
          value={name}
          onChange={setName}
          error={form.errors['name']}
          autoComplete="off"
        />
      </Sheet>
    </Card>
  );
};

const End = ({ studio }: Props): ReactElement => {
  const [, navigate] = useLocation();
  const change = useStudiosChange(() => removeStudio(studio.id));
  const question = {
    title: `Delete ${studio.name}?`,
    explanation: (
      <p>
        Its settings, devices and history are removed from the console, and its key stops working. This can’t be undone.
        The studio’s service goes on with the settings it has.
      </p>
    ),
    confirm: 'Delete the studio',
    typed: studio.id,
    onConfirm: async () => {
      await change.mutateAsync(undefined);
      navigate('/studios');
    },
  };
  return (
    <Card title="End" explanation="Removes the studio from the console.">
      <ConfirmButton look="danger" question={question}>
        Delete the studio
      </ConfirmButton>
    </Card>
  );
};

export const EnrolmentSection = ({ studio }: Props): ReactElement => {
  const mayManage = useMay('admin');
  if (!mayManage) return <Notice kind="info">The studio’s name and key are for admins.</Notice>;
  return (
    <div className="stack">
      <KeyCard studio={studio} />
      <Name studio={studio} />
      <End studio={studio} />
    </div>
  );
};
