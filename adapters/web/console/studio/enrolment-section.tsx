// Section Studio and key: the studio key, renaming and deleting the studio.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { check, ConsoleStudio } from '../api/rules.js';
import { useHasRole, useHasRoleIn } from '../session/session.js';
import { useRemoveStudio, useRenameStudio } from '../studios/queries.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { useFields } from '../ui/use-fields.js';
import { Notice } from '../ui/notice.js';
import { FormFrame, unchanged } from '../ui/form-frame.js';
import { TextField } from '../ui/text-field.js';
import { LabelsCard } from './labels-card.js';
import { KeyCard } from './key-card.js';

interface Props {
  readonly studio: StudioOverview;
}

const NameCard = ({ studio }: Props): ReactElement => {
  const renameStudio = useRenameStudio(studio.id);
  const form = useFields({
    initial: { name: studio.name },
    check: ({ name }) => check(ConsoleStudio, { id: studio.id, name }),
    send: async ({ name }) => {
      await renameStudio(name);
      form.clear();
    },
  });
  return (
    <Card title={t`Name`}>
      <FormFrame form={form} send={t`Rename`} notReady={!form.isDirty && unchanged}>
        <TextField label={t`Studio name`} {...form.text('name')} autoComplete="off" />
      </FormFrame>
    </Card>
  );
};

const DeleteCard = ({ studio }: Props): ReactElement => {
  const [, navigate] = useLocation();
  const removeStudio = useRemoveStudio();
  const confirmation = {
    title: t`Delete ${studio.name}?`,
    explanation: (
      <p>
        <Trans>
          Its settings, devices and history are removed from the console, and its key stops working. This can’t be
          undone. The studio’s service keeps its current settings.
        </Trans>
      </p>
    ),
    confirm: t`Delete studio`,
    typed: studio.id,
    onConfirm: async () => {
      await removeStudio(studio.id);
      navigate('/studios');
    },
  };
  return (
    <Card
      title={t`Delete studio`}
      explanation={t`Removes it from the console, with its settings, devices and history.`}
    >
      <ConfirmButton look="danger" confirmation={confirmation}>
        <Trans>Delete studio</Trans>
      </ConfirmButton>
    </Card>
  );
};

export const EnrolmentSection = ({ studio }: Props): ReactElement => {
  const [mayManage, mayDelete] = [useHasRoleIn(studio.id, 'admin'), useHasRole('admin')];
  if (!mayManage)
    return (
      <Notice kind="info">
        <Trans>Only admins can change the studio’s name and key.</Trans>
      </Notice>
    );
  return (
    <div className="stack">
      <KeyCard studio={studio} />
      <NameCard studio={studio} />
      <LabelsCard studio={studio} />
      {mayDelete && <DeleteCard studio={studio} />}
    </div>
  );
};
