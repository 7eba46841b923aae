// The page of an operator who has to set up a second factor before anything else.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { DutyPage } from '../session/duty-page.js';
import { SetUpSecondFactor } from './set-up.js';

export const EnrolPage = (): ReactElement => (
  <DutyPage title={t`Set up a second factor`}>
    <p>
      <Trans>This console requires a code from an authenticator app, in addition to your password.</Trans>
    </p>
    <SetUpSecondFactor onDone={() => undefined} />
  </DutyPage>
);
