// The section Studio and key: the studio's name, the key that its service shows, and its end.
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { check, ConsoleStudio } from '../api/rules.js';
import { useMay } from '../session/session.js';
import { removeStudio, renameStudio, useStudiosChange } from '../studios/queries.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm.js';
import { useEntry } from '../ui/entry.js';
import { Notice } from '../ui/notice.js';
import { FormFrame } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { KeyCard } from './key-card.js';

interface Props {
  readonly studio: StudioOverview;
}

const Name = ({ studio }: Props): ReactElement => {
  const change = useStudiosChange();
  const entry = useEntry({
    first: { name: studio.name },
    check: ({ name }) => check(ConsoleStudio, { id: studio.id, name }),
    send: async ({ name }) => {
      await change(() => renameStudio(studio.id, name));
      entry.clear();
    },
  });
  return (
    <Card title="Name">
      <FormFrame form={entry} send="Rename" isDisabled={!entry.isDirty}>
        <TextField label="Name of the studio" {...entry.text('name')} autoComplete="off" />
      </FormFrame>
    </Card>
  );
};

const End = ({ studio }: Props): ReactElement => {
  const [, navigate] = useLocation();
  const change = useStudiosChange();
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
      await change(() => removeStudio(studio.id));
      navigate('/studios');
    },
  };
  return (
    <Card title="Delete the studio" explanation="Takes it out of the console, with its settings, devices and history.">
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
