// Sign-in form with username and password, and then the code of operators who have a second factor.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import { needsCode } from '../api/failure.js';
import { noErrors, type FieldErrors } from '../api/rules.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';
import { checkEntered, explainRefusal, restarted } from './credentials.js';
import { useSignIn, type SignInCredentials } from './session.js';

interface SignInFormProps {
  /** Fixed username; undefined if the operator enters one. */
  readonly username?: string;
}

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
}

const CodeField = (props: CodeFieldProps): ReactElement => (
  <TextField
    {...props}
    label={t`Code`}
    hint={t`The 6 digits that your authenticator app shows, or one of your recovery codes.`}
    autoComplete="one-time-code"
    spellCheck="false"
    autoFocus
    isRequired
  />
);

interface PasswordFieldProps extends CodeFieldProps {
  readonly autoFocus: boolean;
}

const PasswordField = (props: PasswordFieldProps): ReactElement => (
  <TextField {...props} label={t`Password`} type="password" autoComplete="current-password" isRequired />
);

interface SignInState {
  readonly credentials: SignInCredentials;
  readonly set: (change: Partial<SignInCredentials>) => void;
  /** Starts again with the password. */
  readonly restart: () => void;
  readonly submit: () => void;
  readonly isPending: boolean;
  /** Errors of empty fields, from the first attempt on. */
  readonly errors: FieldErrors;
  /** Why the last attempt was refused; undefined if it wasn't. */
  readonly refusal: string | undefined;
}

/** The state of the form. Its `code` is undefined until the console has asked for one. */
const useSignInState = (username: string): SignInState => {
  const [credentials, setCredentials] = useState<SignInCredentials>({ username, password: '' });
  const [isChecked, setChecked] = useState(false);
  const signIn = useSignIn();
  const set: SignInState['set'] = (change) => {
    setCredentials((before) => ({ ...before, ...change }));
  };
  const refusal = signIn.error === null || needsCode(signIn.error) ? undefined : signIn.error;
  return {
    credentials,
    set,
    restart: () => {
      setCredentials(restarted(credentials));
      setChecked(false);
      signIn.reset();
    },
    submit: () => {
      const isComplete = Object.keys(checkEntered(credentials)).length === 0;
      setChecked(!isComplete);
      if (!isComplete) signIn.reset();
      else
        signIn.mutate(credentials, {
          onError: (error) => {
            if (needsCode(error)) set({ code: '' });
          },
        });
    },
    isPending: signIn.isPending,
    errors: isChecked ? checkEntered(credentials) : noErrors,
    refusal: refusal && explainRefusal(refusal, credentials.code !== undefined),
  };
};

interface SecondFieldProps extends Pick<SignInState, 'credentials' | 'set' | 'errors'> {
  readonly autoFocus: boolean;
}

/** The password, and then the code in its place. */
const SecondField = ({ credentials: { password, code }, set, errors, autoFocus }: SecondFieldProps): ReactElement =>
  code === undefined ? (
    <PasswordField
      value={password}
      onChange={(next) => {
        set({ password: next });
      }}
      error={errors['password']}
      autoFocus={autoFocus}
    />
  ) : (
    <CodeField
      value={code}
      onChange={(next) => {
        set({ code: next });
      }}
      error={errors['code']}
    />
  );

/** Focuses the first field with an error, once it is marked. */
const focusFirstError = (form: HTMLElement): void => {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
};

/** Signs an operator in. */
export const SignInForm = ({ username: fixed }: SignInFormProps): ReactElement => {
  const { credentials, set, restart, submit, isPending, errors, refusal } = useSignInState(fixed ?? '');
  const { username, code } = credentials;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
        focusFirstError(event.currentTarget);
      }}
    >
      <TextField
        label={t`Username`}
        value={username}
        onChange={(next) => {
          set({ username: next });
        }}
        error={errors['username']}
        isReadOnly={fixed !== undefined || code !== undefined}
        autoComplete="username"
        autoFocus={fixed === undefined}
        isRequired
      />
      <SecondField credentials={credentials} set={set} errors={errors} autoFocus={fixed !== undefined} />
      {refusal !== undefined && <Notice kind="bad">{refusal}</Notice>}
      <Button type="submit" look="primary" isPending={isPending}>
        {isPending ? t`Signing in…` : t`Sign in`}
      </Button>
      {code !== undefined && (
        <Button look="quiet" onPress={restart}>
          <Trans>Start again</Trans>
        </Button>
      )}
    </form>
  );
};
