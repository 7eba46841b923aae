// What the service knows of a connection: whether it is connected, its last error, and what its records show. It can be tested
// before it is saved.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type {
  EquipmentState,
  ShownConnection,
  ShownRecord,
} from '../../../../../application/connections/shown-equipment.js';
import type { TestedConnection } from '../../../../../application/editing/answers.js';
import { locale } from '../../../messages/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Notice } from '../../ui/notice.js';
import { Seen } from '../seen.js';
import { useTest } from '../use-test.js';

const timeOf = (timeMs: number): string => new Date(timeMs).toLocaleTimeString(locale);

const Records = ({ records }: { readonly records: readonly ShownRecord[] }): ReactElement => (
  <ul className="changes">
    {records.map(({ kind, id, name, connected, shows }) => (
      <li key={`${kind} ${id}`}>{`${kind} ${name}: ${connected ? shows : t`not connected`}`}</li>
    ))}
  </ul>
);

/** Renders whether a connection is connected. */
export const ConnectedBadge = ({ connected }: { readonly connected: boolean | null }): ReactElement | null => {
  if (connected === null) return null;
  return <Badge tone={connected ? 'good' : 'bad'}>{connected ? t`connected` : t`not connected`}</Badge>;
};

/** Renders that the devices are simulated, where they are. */
export const SimulatedNotice = ({ state }: { readonly state: EquipmentState | undefined }): ReactElement | null =>
  state?.isSimulated === true ? (
    <Notice kind="info">
      <Trans>The devices are simulated here: what is connected and tried is the simulation.</Trans>
    </Notice>
  ) : null;

const TestConnection = ({ id }: { readonly id: string }): ReactElement => {
  const { tested, isPending, failure, press } = useTest<TestedConnection>({ ask: 'test', connection: id });
  return (
    <>
      <div>
        <Button isPending={isPending} onPress={press}>
          {isPending ? t`Testing…` : t`Test connection`}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {tested !== undefined && (
        <Seen
          {...tested}
          isGood={tested.connected}
          summary={tested.connected ? t`The equipment answers.` : t`The equipment doesn’t answer.`}
        />
      )}
    </>
  );
};

const errorText = ({ timeMs, reason }: NonNullable<ShownConnection['lastError']>): string => {
  const time = timeOf(timeMs);
  return t`Last error, at ${time}: ${reason}`;
};

interface ConnectionStateProps {
  readonly id: string;
  /** Undefined for a connection that the file in force doesn't have. */
  readonly state: ShownConnection | undefined;
}

/** Renders the state, and the button that tests the connection as it is edited. */
export const ConnectionState = ({ id, state }: ConnectionStateProps): ReactElement => (
  <div className="connection-state">
    {state !== undefined && (
      <p>
        <ConnectedBadge connected={state.connected} />{' '}
        {state.grade !== null && <span className="hint">{t`Grade of the driver: ${state.grade}.`} </span>}
        {state.lastError !== null && <span className="hint">{errorText(state.lastError)}</span>}
      </p>
    )}
    {state !== undefined && <Records records={state.records} />}
    <TestConnection id={id} />
  </div>
);
