// The token of the reader, and the access that it gives. The token stays in memory.
import type { ReactElement } from 'react';
import type { Access } from './studio.js';

interface AccessBarProps {
  readonly access: Access;
  readonly token: string;
  readonly onToken: (token: string) => void;
}

const statusOf = (access: Access, hasToken: boolean): string => {
  if (access.kind === 'unreachable') return 'The service doesn’t answer.';
  if (access.kind === 'refused') return `No access: ${access.message}`;
  const devices = access.isSimulated ? ', with simulated devices' : '';
  const by = hasToken ? 'by this token' : 'by this computer’s address';
  return `Access to ${access.state.studio?.name ?? 'the studio'} ${by}${devices}.`;
};

/** Renders the field. It has the focus when a call without a token would be refused. */
export const AccessBar = ({ access, token, onToken }: AccessBarProps): ReactElement => (
  <section className="access" aria-label="Access">
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label htmlFor="token">Device token</label>
      <input
        id="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        autoFocus={access.kind === 'refused' && token === ''}
        value={token}
        placeholder="svc_…"
        onChange={({ target }) => {
          onToken(target.value.trim());
        }}
      />
    </form>
    <p role="status" className={access.kind === 'refused' || access.kind === 'unreachable' ? 'bad' : 'hint'}>
      {statusOf(access, token !== '')}
    </p>
  </section>
);
