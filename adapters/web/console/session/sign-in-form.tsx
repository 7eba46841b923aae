// Sign-in form with username and password.
import { useState, type ReactElement } from 'react';
import { explain, RequestRefused } from '../api/failure.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';
import { useSignIn } from './session.js';

const explainRefusal = (error: Error): string =>
  error instanceof RequestRefused && error.status === 401 ? 'Wrong username or password.' : explain(error);

interface SignInFormProps {
  /** Fixed username; undefined if the operator enters one. */
  readonly username?: string;
}

/** Signs an operator in. */
export const SignInForm = ({ username: fixed }: SignInFormProps): ReactElement => {
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) signIn.mutate({ username, password });
      }}
    >
      <TextField
        label="Username"
        value={username}
        onChange={setUsername}
        isReadOnly={fixed !== undefined}
        autoComplete="username"
        autoFocus={fixed === undefined}
        isRequired
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus={fixed !== undefined}
        isRequired
      />
      {signIn.error && <Notice kind="bad">{explainRefusal(signIn.error)}</Notice>}
      <Button type="submit" look="primary" isPending={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
};
