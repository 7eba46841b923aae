// Dialog that copies devices to another studio, where they get new tokens.
import { useState, type ReactElement } from 'react';
import type { DeviceOverview, StudioOverview } from '../api/contract.js';
import { comparable } from '../api/rules.js';
import { useMayOperate } from '../session/session.js';
import { useStudios } from '../studios/queries.js';
import { FormDialog } from '../ui/form-dialog.js';
import { useFields } from '../ui/use-fields.js';
import { Notice } from '../ui/notice.js';
import { SelectField } from '../ui/select-field.js';
import { devicesText } from './labels.js';
import { NewTokens } from './new-tokens.js';
import { settingsOf, useDevices, useImportDevices, type DeviceWithToken } from './queries.js';
import { futureExpiry } from './expiry.js';

interface CopyProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly onClose: () => void;
}

const split = (
  devices: readonly DeviceOverview[],
  listed: readonly DeviceOverview[],
): { readonly free: readonly DeviceOverview[]; readonly taken: readonly DeviceOverview[] } => {
  const names = new Set(listed.map(({ name }) => comparable(name)));
  const isTaken = ({ name }: DeviceOverview): boolean => names.has(comparable(name));
  return { free: devices.filter((device) => !isTaken(device)), taken: devices.filter(isTaken) };
};

const Taken = ({ taken }: { readonly taken: readonly DeviceOverview[] }): ReactElement | null =>
  taken.length === 0 ? null : (
    <Notice kind="warn">
      {devicesText(taken.length)} left out, because the studio has devices with the same names:{' '}
      {taken
        .slice(0, 8)
        .map(({ name }) => name)
        .join(', ')}
      {taken.length > 8 && ` and ${String(taken.length - 8)} more`}.
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
  const { free, taken } = split(devices, list.data ?? []);
  const form = useFields({
    initial: {},
    check: () => ({}),
    send: async () => {
      const settings = free.map((device) => ({ ...settingsOf(device), expiresAt: futureExpiry(device.expiresAt) }));
      onAdded({ target, added: await importDevices(settings) });
    },
  });
  return (
    <FormDialog
      title={`Copy ${devicesText(devices.length)} to another studio`}
      form={form}
      send={`Copy ${devicesText(free.length)}`}
      onClose={onClose}
      isDisabled={list.data === undefined || free.length === 0}
    >
      <p>The copies have the same settings and new tokens. The devices of this studio stay as they are.</p>
      <SelectField
        label="Studio"
        value={target}
        options={targets.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setTarget}
      />
      <Taken taken={taken} />
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
