// Sign-in form with username and password, and then the code of operators who have a second factor.
import { useState, type ReactElement } from 'react';
import { explain, needsCode, RequestRefused } from '../api/failure.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';
import { useSignIn } from './session.js';

const isRefused = (error: Error): boolean => error instanceof RequestRefused && error.status === 401;

const explainRefusal = (error: Error, hasCode: boolean): string => {
  if (!isRefused(error)) return explain(error);
  return hasCode ? 'Wrong code. Each code can be used once: wait for the next one.' : 'Wrong username or password.';
};

interface SignInFormProps {
  /** Fixed username; undefined if the operator enters one. */
  readonly username?: string;
}

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

const CodeField = (props: CodeFieldProps): ReactElement => (
  <TextField
    {...props}
    label="Code"
    hint="The 6 digits that your authenticator app shows, or one of your recovery codes."
    autoComplete="one-time-code"
    autoFocus
    isRequired
  />
);

/** Signs an operator in. */
export const SignInForm = ({ username: fixed }: SignInFormProps): ReactElement => {
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  /** Undefined until the console has asked for a code. */
  const [code, setCode] = useState<string>();
  const signIn = useSignIn();
  const submit = (): void => {
    const credentials = { username, password, ...(code === undefined ? {} : { code }) };
    signIn.mutate(credentials, {
      onError: (error) => {
        if (needsCode(error)) setCode('');
      },
    });
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) submit();
      }}
    >
      <TextField
        label="Username"
        value={username}
        onChange={setUsername}
        isReadOnly={fixed !== undefined || code !== undefined}
        autoComplete="username"
        autoFocus={fixed === undefined}
        isRequired
      />
      {code === undefined ? (
        <TextField
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus={fixed !== undefined}
          isRequired
        />
      ) : (
        <CodeField value={code} onChange={setCode} />
      )}
      {signIn.error && !needsCode(signIn.error) && (
        <Notice kind="bad">{explainRefusal(signIn.error, code !== undefined)}</Notice>
      )}
      <Button type="submit" look="primary" isPending={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
      {code !== undefined && (
        <Button
          look="quiet"
          onPress={() => {
            setCode(undefined);
            setPassword('');
            signIn.reset();
          }}
        >
          Start again
        </Button>
      )}
    </form>
  );
};
