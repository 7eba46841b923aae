// Where the first steps are offered: when the console is opened, and above the list of studios.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Link, Redirect } from 'wouter';
import { Button } from '../ui/button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { usePress } from '../ui/use-press.js';
import { useSession } from '../session/session.js';
import { useEndFirstSteps, useFirstSteps } from './queries.js';

/** Opens the studio of an operator who may see no other, else the list of studios. */
const OwnStudios = (): ReactElement => {
  const { data: operator } = useSession();
  const [id, ...others] = Object.keys(operator?.studioRoles ?? {});
  const isOnly = operator?.role === null && id !== undefined && others.length === 0;
  return <Redirect to={isOnly ? `/studios/${encodeURIComponent(id)}/live` : '/studios'} replace />;
};

/** Opens the first steps as long as the password is the generated one, else what the operator may see. */
export const StartPage = (): ReactElement => (
  <Loaded query={useFirstSteps()}>
    {(steps) => (steps?.password === 'generated' ? <Redirect to="/first-steps" replace /> : <OwnStudios />)}
  </Loaded>
);

/** Renders a link to the steps that are not done, or nothing. */
export const FirstStepsNotice = (): ReactElement | null => {
  const { data: steps } = useFirstSteps();
  const { isPending, failure, press } = usePress(useEndFirstSteps());
  if (steps == null) return null;
  return (
    <>
      <Notice
        kind="info"
        actions={
          <>
            <Link href="/first-steps" className="button">
              <Trans>Continue</Trans>
            </Link>
            <Button look="quiet" isPending={isPending} onPress={press}>
              <Trans>Don’t show again</Trans>
            </Button>
          </>
        }
      >
        <Trans>The first steps aren’t finished: a password, the studio’s name, a device, its first call.</Trans>
      </Notice>
      <FailureNotice failure={failure} />
    </>
  );
};
