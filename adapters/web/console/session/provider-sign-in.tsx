// Signing in at an identity provider: the link there, and why the last attempt failed.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactElement } from 'react';
import type { ProviderSignInFailure } from '../../../../application/console/sign-in/provider-sign-in.js';
import { Notice } from '../ui/notice.js';
import { useProvider } from './session.js';

const sentences: Readonly<Record<ProviderSignInFailure, string>> = {
  denied: t`The sign-in was cancelled or refused.`,
  expired: t`The sign-in took too long, or was begun in another window. Try again.`,
  unavailable: t`The provider can’t be reached at the moment. Try again later, or sign in with a password.`,
  rejected: t`The provider’s answer was not accepted. Ask an administrator to look at the console’s log.`,
  no_role: t`You are signed in at the provider, but you have no role in this console. Ask an administrator.`,
  disabled: t`Your account is disabled. Ask an administrator.`,
  full: t`This console has too many operators. Ask an administrator.`,
  busy: t`Too many people are signing in at the moment. Try again soon.`,
};

const parameter = 'sign-in-failed';

const failureInAddress = (): string | undefined => {
  const reason = new URLSearchParams(window.location.search).get(parameter) ?? '';
  return Object.hasOwn(sentences, reason) ? sentences[reason as ProviderSignInFailure] : undefined;
};

/** Explains why the browser came back from the provider without a session. Removes the reason from the address. */
export const ProviderFailureNotice = (): ReactElement | null => {
  const [sentence] = useState(failureInAddress);
  useEffect(() => {
    if (sentence !== undefined) window.history.replaceState(null, '', window.location.pathname);
  }, [sentence]);
  return sentence === undefined ? null : <Notice kind="bad">{sentence}</Notice>;
};

/** Link to the provider. `inNewTab` keeps the present page with its unsaved changes. */
export const ProviderLink = ({ inNewTab = false }: { readonly inNewTab?: boolean }): ReactElement | null => {
  const { data: provider } = useProvider();
  if (provider == null) return null;
  return (
    <a
      className={inNewTab ? 'button primary' : 'button'}
      href={provider.url}
      {...(inNewTab && { target: '_blank', rel: 'noopener' })}
    >
      <Trans>Sign in with {provider.name}</Trans>
    </a>
  );
};
