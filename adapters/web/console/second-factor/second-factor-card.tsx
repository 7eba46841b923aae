// The operator's second factor: on or off, and the dialogs that set it up, replace and remove it.
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
    <FormDialog title="Turn off second factor" form={form} send="Turn off" onClose={onClose}>
      <TextField
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        {...form.text('currentCode')}
        autoComplete="one-time-code"
        autoFocus
      />
      <TextField label="Your password" type="password" {...form.text('password')} autoComplete="current-password" />
    </FormDialog>
  );
};

export const SecondFactorCard = (): ReactElement => {
  const { data: self } = useSession();
  const isOn = self?.secondFactor === 'on';
  const title = isOn ? 'Replace second factor' : 'Set up second factor';
  return (
    <Card
      title="Second factor"
      explanation="A code from an authenticator app, in addition to your password."
      actions={<Badge tone={isOn ? 'good' : 'calm'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <div className="actions start">
        {isOn && <DialogButton dialog={(close) => <RemoveDialog onClose={close} />}>Turn off</DialogButton>}
        <DialogButton dialog={(close) => <SetUpDialog title={title} onClose={close} />}>
          {isOn ? 'Replace' : 'Set up'}
        </DialogButton>
      </div>
    </Card>
  );
};
