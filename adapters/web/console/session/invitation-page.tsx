// The page that an invitation opens: a new operator chooses the password. The token is in the fragment of the address.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactElement } from 'react';
import { read } from '../api/client.js';
import { checkEach, noErrors, Password } from '../api/rules.js';
import { Brand } from '../ui/brand.js';
import { FormFrame } from '../ui/form-frame.js';
import { Notice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';

const prefix = '#invitation=';

const tokenIn = (hash: string): string | undefined => (hash.startsWith(prefix) ? hash.slice(prefix.length) : undefined);

/** Returns the token of an invitation that the page was opened with, and takes it out of the address and the history. */
export const useInvitation = (): string | undefined => {
  const [token, setToken] = useState(() => tokenIn(window.location.hash));
  useEffect(() => {
    const take = (): void => {
      const given = tokenIn(window.location.hash);
      if (given === undefined) return;
      window.history.replaceState(null, '', '/');
      setToken(given);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => {
      window.removeEventListener('hashchange', take);
    };
  }, []);
  return token;
};

/** Returns the link of an invitation. */
export const invitationLink = (token: string): string => `${window.location.origin}/${prefix}${token}`;

const empty = { password: '', again: '' };

interface ChooseProps {
  readonly token: string;
  readonly onChosen: (username: string) => void;
}

const ChoosePassword = ({ token, onChosen }: ChooseProps): ReactElement => {
  const form = useFields({
    initial: empty,
    check: ({ password, again }) => ({
      ...checkEach({ password: [Password, password] }),
      ...(password === again ? noErrors : { again: t`The passwords don’t match.` }),
    }),
    send: async ({ password }) => {
      onChosen((await read('invitation.accept', { body: { token, password } })).username);
    },
  });
  return (
    <FormFrame form={form} send={t`Choose password`}>
      <TextField
        label={t`New password`}
        hint={t`8 characters or more.`}
        {...form.text('password')}
        type="password"
        autoComplete="new-password"
      />
      <TextField label={t`Repeat new password`} {...form.text('again')} type="password" autoComplete="new-password" />
    </FormFrame>
  );
};

export const InvitationPage = ({ token }: { readonly token: string }): ReactElement => {
  const [username, setUsername] = useState<string>();
  useEffect(() => {
    document.title = t`Invitation · Studio Control`;
  }, []);
  return (
    <main className="sign-in">
      <div className="card">
        <Brand />
        <h1 tabIndex={-1}>
          <Trans>Choose a password</Trans>
        </h1>
        {username === undefined ? (
          <>
            <p>
              <Trans>You are invited to this console. Choose a password that only you know.</Trans>
            </p>
            <ChoosePassword token={token} onChosen={setUsername} />
          </>
        ) : (
          <>
            <Notice kind="good">
              <Trans>Your password is set. Your username is {username}.</Trans>
            </Notice>
            <a href="/">
              <Trans>Sign in</Trans>
            </a>
          </>
        )}
      </div>
    </main>
  );
};
