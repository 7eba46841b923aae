// Message about a sign-out that failed.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { explain } from '../api/failure.js';
import { Notice } from '../ui/notice.js';

/** Renders why the operator is still signed in, or nothing without an error. */
export const SignOutFailure = ({ error }: { readonly error: Error | null }): ReactElement | null =>
  error && (
    <Notice kind="bad">
      <Trans>You are still signed in. {explain(error)}</Trans>
    </Notice>
  );
