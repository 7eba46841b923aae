// The page of an operator who has to set up a second factor before anything else.
import type { ReactElement } from 'react';
import { DutyPage } from '../session/duty-page.js';
import { SetUpSecondFactor } from './set-up.js';

export const EnrolPage = (): ReactElement => (
  <DutyPage title="Set up a second factor">
    <p>This console requires a code from an authenticator app, in addition to your password.</p>
    <SetUpSecondFactor onDone={() => undefined} />
  </DutyPage>
);
