// Dialog that changes the same settings of several devices.
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { isEditConflict } from '../api/failure.js';
import { check, DeviceSettings as DeviceRules, noErrors, type FieldErrors } from '../api/rules.js';
import { CheckboxChoice } from '../ui/checkbox-choice.js';
import { FormDialog } from '../ui/form-dialog.js';
import { useFields } from '../ui/use-fields.js';
import {
  Access,
  Expiry,
  Features,
  FixedAddress,
  Operations,
  PanelLimit,
  Station,
  type SharedSettings,
} from './device-fields.js';
import { checkExpiry } from './expiry-rules.js';
import { useChangeDevices, useDeviceList } from './queries.js';

type Setting = keyof SharedSettings;

const settings: readonly { readonly value: Setting; readonly label: string }[] = [
  { value: 'access', label: t`Access` },
  { value: 'station', label: t`Station` },
  { value: 'features', label: t`Features` },
  { value: 'panel', label: t`Panel` },
  { value: 'operations', label: t`Operations` },
  { value: 'fixedAddress', label: t`Fixed address` },
  { value: 'expiresAt', label: t`Expiry` },
];

interface Fields extends SharedSettings {
  readonly chosen: readonly Setting[];
}

const initial: Fields = {
  chosen: [],
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
};

/** Returns the settings that were chosen. */
const changesOf = ({ chosen, ...values }: Fields): Partial<SharedSettings> =>
  Object.fromEntries(chosen.map((name) => [name, values[name]]));

const checkFields = (fields: Fields): FieldErrors => {
  const changes = changesOf(fields);
  return {
    ...(changes.expiresAt === undefined ? noErrors : checkExpiry(changes.expiresAt)),
    ...check(DeviceRules, { ...initial, name: 'any', ...changes }),
  };
};

interface EditDevicesProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly onClose: () => void;
}

/** Returns a function that changes the devices, unless someone changed a device of the studio since the dialog shows them. */
const useSend = ({ studioId, devices, onClose }: EditDevicesProps): ((fields: Fields) => Promise<void>) => {
  const list = useDeviceList(studioId);
  const [base, setBase] = useState(list.data?.etag ?? null);
  const changeDevices = useChangeDevices(studioId);
  return async (fields) => {
    try {
      await changeDevices({ devices: devices.map(({ id }) => id), changes: changesOf(fields) }, base);
      onClose();
    } catch (error) {
      if (!isEditConflict(error)) throw error;
      setBase((await list.refetch()).data?.etag ?? null);
      throw new Error(t`Someone else changed devices of this studio. Check your changes, and save them again.`, {
        cause: error,
      });
    }
  };
};

const SettingFields = ({
  studioId,
  form,
}: {
  readonly studioId: string;
  readonly form: {
    readonly value: Fields;
    readonly set: (change: Partial<Fields>) => void;
    readonly errors: FieldErrors;
  };
}): ReactElement => {
  const { chosen, ...value } = form.value;
  const fieldProps = { value, set: form.set, errors: form.errors };
  return (
    <>
      {chosen.includes('access') && <Access {...fieldProps} />}
      {chosen.includes('station') && <Station studioId={studioId} {...fieldProps} />}
      {chosen.includes('features') && <Features {...fieldProps} />}
      {chosen.includes('panel') && <PanelLimit studioId={studioId} {...fieldProps} />}
      {chosen.includes('operations') && <Operations {...fieldProps} />}
      {chosen.includes('fixedAddress') && <FixedAddress {...fieldProps} />}
      {chosen.includes('expiresAt') && <Expiry {...fieldProps} />}
    </>
  );
};

/** Renders the dialog. Only the settings that are chosen are changed. */
export const EditDevices = (props: EditDevicesProps): ReactElement => {
  const form = useFields<Fields>({ initial, check: checkFields, send: useSend(props) });
  return (
    <FormDialog
      title={t`Edit ${plural(props.devices.length, { one: '# device', other: '# devices' })}`}
      form={form}
      send={t`Save`}
      onClose={props.onClose}
      notReady={form.value.chosen.length === 0 && t`Choose a setting to change.`}
    >
      <CheckboxChoice
        label={t`Settings to change`}
        hint={t`The selected settings become the same for these devices. All others stay.`}
        value={form.value.chosen}
        options={settings}
        onChange={(chosen) => {
          form.set({ chosen });
        }}
      />
      <SettingFields studioId={props.studioId} form={form} />
    </FormDialog>
  );
};
