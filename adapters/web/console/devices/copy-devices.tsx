// Dialog that copies devices to another studio, where they get new tokens.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { NewTokens } from './new-tokens.js';
import { settingsOf, useDevices, useImportDevices, type DeviceWithToken } from './queries.js';

interface CopyProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly onClose: () => void;
}

/** Most names of devices that are listed for one reason. */
const maxNames = 8;

const namesText = (devices: readonly DeviceOverview[]): string => {
  const names = devices
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ');
  const more = devices.length - maxNames;
  return more > 0 ? t`${names} and ${plural(more, { other: '# more' })}` : names;
};

/** The devices that are left out, by the reason. */
const leftOutTexts = {
  revoked: (count: number, names: string) =>
    plural(count, {
      one: `# device left out, because its token is revoked: ${names}.`,
      other: `# devices left out, because their tokens are revoked: ${names}.`,
    }),
  expired: (count: number, names: string) =>
    plural(count, {
      one: `# device left out, because its token has expired: ${names}.`,
      other: `# devices left out, because their tokens have expired: ${names}.`,
    }),
  taken: (count: number, names: string) =>
    plural(count, {
      one: `# device left out, because the studio has a device with the same name: ${names}.`,
      other: `# devices left out, because the studio has devices with the same names: ${names}.`,
    }),
} as const;

const LeftOut = ({
  devices,
  reason,
}: {
  readonly devices: readonly DeviceOverview[];
  readonly reason: keyof typeof leftOutTexts;
}): ReactElement | null =>
  devices.length === 0 ? null : <Notice kind="warn">{leftOutTexts[reason](devices.length, namesText(devices))}</Notice>;

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
  const waiting = list.error ? t`The devices of that studio aren’t known.` : t`Loading…`;
  return (
    <FormDialog
      title={t`Copy ${plural(devices.length, { one: '# device', other: '# devices' })} to another studio`}
      form={form}
      send={t`Copy ${plural(copied.length, { one: '# device', other: '# devices' })}`}
      onClose={onClose}
      notReady={copied.length === 0 ? t`No device can be copied.` : list.data === undefined && waiting}
    >
      <p>
        <Trans>The copies have the same settings and new tokens. The devices of this studio stay as they are.</Trans>
      </p>
      <SelectField
        label={t`Studio`}
        value={target}
        options={targets.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setTarget}
      />
      <LoadFailure queries={[list]} />
      <LeftOut devices={revoked} reason="revoked" />
      <LeftOut devices={expired} reason="expired" />
      <LeftOut devices={taken} reason="taken" />
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
