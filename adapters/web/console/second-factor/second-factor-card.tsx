// The operator's second factor: on or off, and the dialogs that set it up, replace and remove it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactElement } from 'react';
import { useSession } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButton } from '../ui/dialog-button.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';
import { checkCode, checkPassword } from './code.js';
import { removeSecondFactor, useRefreshSession } from './queries.js';
import { SetUpSecondFactor } from './set-up.js';

interface CloseProps {
  readonly onClose: () => void;
}

const SetUpDialog = ({ title, onClose }: CloseProps & { readonly title: string }): ReactElement => (
  <Dialog title={title}>
    <SetUpSecondFactor onDone={onClose} onCancel={onClose} />
  </Dialog>
);

const RemoveDialog = ({ onClose }: CloseProps): ReactElement => {
  const refresh = useRefreshSession();
  const form = useFields({
    initial: { currentCode: '', password: '' },
    check: ({ currentCode, password }) => ({ ...checkCode('currentCode', currentCode), ...checkPassword(password) }),
    send: async (body) => {
      await removeSecondFactor(body);
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog title={t`Turn off second factor`} form={form} send={t`Turn off`} onClose={onClose}>
      <TextField
        label={t`Code`}
        hint={t`From your authenticator app, or one of your recovery codes.`}
        {...form.text('currentCode')}
        autoComplete="one-time-code"
        autoFocus
      />
      <TextField label={t`Your password`} type="password" {...form.text('password')} autoComplete="current-password" />
    </FormDialog>
  );
};

export const SecondFactorCard = (): ReactElement => {
  const { data: self } = useSession();
  const isOn = self?.secondFactor === 'on';
  const title = isOn ? t`Replace second factor` : t`Set up second factor`;
  return (
    <Card
      title={t`Second factor`}
      explanation={t`A code from an authenticator app, in addition to your password.`}
      actions={<Badge tone={isOn ? 'good' : 'calm'}>{isOn ? t`On` : t`Off`}</Badge>}
    >
      <div className="actions start">
        {isOn && (
          <DialogButton dialog={(close) => <RemoveDialog onClose={close} />}>
            <Trans>Turn off</Trans>
          </DialogButton>
        )}
        <DialogButton dialog={(close) => <SetUpDialog title={title} onClose={close} />}>
          {isOn ? t`Replace` : t`Set up`}
        </DialogButton>
      </div>
    </Card>
  );
};
