// Adding a device, and its token in the one moment in which it is shown.
import { useState, type ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules } from '../api/rules.js';
import { useEntry } from '../ui/entry.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ShownOnce } from '../ui/secret.js';
import { DeviceFields } from './device-fields.js';
import { addDevice, useDevicesChange, type Added } from './queries.js';

const fresh: DeviceSettings = { name: '', access: 'read_only', station: null, fixedAddress: null, features: [] };

interface AddDeviceProps {
  readonly studioId: string;
  readonly onClose: () => void;
}

const DeviceForm = ({
  studioId,
  onClose,
  onAdded,
}: AddDeviceProps & { readonly onAdded: (added: Added) => void }): ReactElement => {
  const change = useDevicesChange(studioId);
  const entry = useEntry({
    first: fresh,
    check: (settings) => check(DeviceRules, settings),
    send: async (settings) => {
      onAdded((await change(() => addDevice(studioId, settings))).value);
    },
    conflict: 'name',
  });
  return (
    <FormDialog title="Add a device" form={entry} send="Add the device" onClose={onClose}>
      <DeviceFields studioId={studioId} value={entry.value} onChange={entry.set} errors={entry.errors} />
    </FormDialog>
  );
};

/** The dialog, and after it the token. */
export const AddDevice = (props: AddDeviceProps): ReactElement => {
  const [added, setAdded] = useState<Added>();
  if (added === undefined) return <DeviceForm {...props} onAdded={setAdded} />;
  return (
    <ShownOnce title={`The token of ${added.device.name}`} label="Token" secret={added.token} onClose={props.onClose}>
      <p>
        The device shows it as <code>Authorization: Bearer …</code>, as <code>?token=…</code>, or as the password of
        HTTP Basic with any username. A lost token means: revoke the device and add a new one.
      </p>
    </ShownOnce>
  );
};
