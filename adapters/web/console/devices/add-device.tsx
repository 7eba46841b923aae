// Dialog that adds a device and then shows its token.
import { useState, type ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { DeviceFields } from './device-fields.js';
import { useAddDevice, type AddedDevice } from './queries.js';

const newDevice: DeviceSettings = { name: '', access: 'read_only', station: null, fixedAddress: null, features: [] };

interface AddDeviceProps {
  readonly studioId: string;
  readonly onClose: () => void;
}

const DeviceForm = ({
  studioId,
  onClose,
  onAdded,
}: AddDeviceProps & { readonly onAdded: (added: AddedDevice) => void }): ReactElement => {
  const addDevice = useAddDevice(studioId);
  const form = useFields({
    initial: newDevice,
    check: (settings) => check(DeviceRules, settings),
    send: async (settings) => {
      onAdded(await addDevice(settings));
    },
    conflict: 'name',
  });
  return (
    <FormDialog title="Add device" form={form} send="Add" onClose={onClose}>
      <DeviceFields studioId={studioId} value={form.value} onChange={form.set} errors={form.errors} />
    </FormDialog>
  );
};

/** Renders the form, then the token of the new device. */
export const AddDevice = (props: AddDeviceProps): ReactElement => {
  const [added, setAdded] = useState<AddedDevice>();
  if (added === undefined) return <DeviceForm {...props} onAdded={setAdded} />;
  return (
    <SecretDialog title={`Token for ${added.device.name}`} label="Token" secret={added.token} onClose={props.onClose}>
      <p>
        The device sends it as <code>Authorization: Bearer …</code>, as <code>?token=…</code>, or as the password of
        HTTP Basic with any username. If the token is lost, revoke the device and add a new one.
      </p>
    </SecretDialog>
  );
};
