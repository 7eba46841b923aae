// The page of an operator whose password was set by somebody else: another one is chosen before anything else.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { keys } from '../api/query-client.js';
import { DutyPage } from '../session/duty-page.js';
import { PasswordForm } from './password-card.js';

export const FirstPasswordPage = (): ReactElement => {
  const client = useQueryClient();
  return (
    <DutyPage title={t`Choose a password`}>
      <p>
        <Trans>Somebody else has set your password. Choose one that only you know.</Trans>
      </p>
      <PasswordForm
        currentLabel={t`Password you signed in with`}
        onChanged={() => {
          void client.invalidateQueries({ queryKey: keys.session });
        }}
      />
    </DutyPage>
  );
};
