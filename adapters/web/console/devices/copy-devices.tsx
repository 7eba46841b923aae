// Dialog that copies devices to another studio, where they get new tokens.
import { useState, type ReactElement } from 'react';
import type { DeviceOverview, StudioOverview } from '../api/contract.js';
import { useMayOperate } from '../session/session.js';
import { useStudios } from '../studios/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { LoadFailure } from '../ui/loaded.js';
import { useFields } from '../ui/use-fields.js';
import { Notice } from '../ui/notice.js';
import { SelectField } from '../ui/select-field.js';
import { splitForCopy } from './copyable.js';
import { devicesText } from './labels.js';
import { NewTokens } from './new-tokens.js';
import { settingsOf, useDevices, useImportDevices, type DeviceWithToken } from './queries.js';

interface CopyProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly onClose: () => void;
}

/** Most names of devices that are listed for one reason. */
const maxNames = 8;

const LeftOut = ({
  devices,
  reason,
}: {
  readonly devices: readonly DeviceOverview[];
  readonly reason: string;
}): ReactElement | null =>
  devices.length === 0 ? null : (
    <Notice kind="warn">
      {devicesText(devices.length)} left out, because {reason}:{' '}
      {devices
        .slice(0, maxNames)
        .map(({ name }) => name)
        .join(', ')}
      {devices.length > maxNames && ` and ${String(devices.length - maxNames)} more`}.
    </Notice>
  );

interface Copied {
  readonly target: string;
  readonly added: readonly DeviceWithToken[];
}

const CopyForm = ({
  devices,
  onClose,
  targets,
  onAdded,
}: CopyProps & {
  readonly targets: readonly StudioOverview[];
  readonly onAdded: (copied: Copied) => void;
}): ReactElement => {
  const [target, setTarget] = useState(targets[0]?.id ?? '');
  const list = useDevices(target);
  const importDevices = useImportDevices(target);
  const { copied, revoked, expired, taken } = splitForCopy(devices, list.data ?? []);
  const form = useFields({
    initial: {},
    check: () => ({}),
    send: async () => {
      onAdded({ target, added: await importDevices(copied.map(settingsOf)) });
    },
  });
  const waiting = list.error ? 'The devices of that studio aren’t known.' : 'Loading…';
  return (
    <FormDialog
      title={`Copy ${devicesText(devices.length)} to another studio`}
      form={form}
      send={`Copy ${devicesText(copied.length)}`}
      onClose={onClose}
      notReady={copied.length === 0 ? 'No device can be copied.' : list.data === undefined && waiting}
    >
      <p>The copies have the same settings and new tokens. The devices of this studio stay as they are.</p>
      <SelectField
        label="Studio"
        value={target}
        options={targets.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setTarget}
      />
      <LoadFailure queries={[list]} />
      <LeftOut devices={revoked} reason="their tokens are revoked" />
      <LeftOut devices={expired} reason="their tokens have expired" />
      <LeftOut devices={taken} reason="the studio has devices with the same names" />
    </FormDialog>
  );
};

/** Returns the other studios in which the operator may add devices. */
export const useCopyTargets = (studioId: string): readonly StudioOverview[] => {
  const { data: studios = [] } = useStudios();
  const mayOperate = useMayOperate();
  return studios.filter(({ id }) => id !== studioId && mayOperate(id));
};

/** Renders the form, then the new tokens. */
export const CopyDevices = (props: CopyProps): ReactElement => {
  const [copied, setCopied] = useState<Copied>();
  const targets = useCopyTargets(props.studioId);
  return copied === undefined ? (
    <CopyForm {...props} targets={targets} onAdded={setCopied} />
  ) : (
    <NewTokens studioId={copied.target} added={copied.added} onClose={props.onClose} />
  );
};
