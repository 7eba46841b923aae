// Editing a device: from the state it was opened in, without overwriting what others saved meanwhile.
import type { ReactElement } from 'react';
import type { ConsoleReply } from '../api/client.js';
import type { DeviceOverview, DeviceSettings } from '../api/contract.js';
import { dropDraft, useEditing } from '../api/drafts.js';
import { isChangedMeanwhile } from '../api/failure.js';
import { check, DeviceSettings as DeviceRules } from '../api/rules.js';
import { Meanwhile } from '../settings/meanwhile.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { Loaded } from '../ui/loaded.js';
import { FormFrame } from '../ui/sheet.js';
import { DeviceFields, deviceFields } from './device-fields.js';
import { changeDevice, useDevicesChange, useDeviceSettings } from './queries.js';
import { tellDevice } from './words.js';

const draftKey = (studioId: string, device: string): string => `${studioId}/device/${device}`;

interface EditDeviceProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
  readonly onClose: () => void;
}

const Editor = ({
  studioId,
  device: { id },
  onClose,
  kept,
}: EditDeviceProps & { readonly kept: ConsoleReply<DeviceSettings> }): ReactElement => {
  const editing = useEditing(draftKey(studioId, id), kept);
  const { value, base, edit, isDirty, meanwhile } = editing;
  const change = useDevicesChange(studioId);
  const form = useForm({
    fields: deviceFields,
    check: () => check(DeviceRules, value),
    send: async () => {
      try {
        await change(() => changeDevice(studioId, id, value, base.etag));
        onClose();
      } catch (error) {
        // What somebody else changed is shown as soon as it is asked for again.
        if (!isChangedMeanwhile(error)) throw error;
      }
    },
    conflict: 'name',
    isDirty,
  });
  return (
    <FormFrame form={form} send="Save" onCancel={onClose} isDisabled={!isDirty || meanwhile !== undefined}>
      <DeviceFields
        {...{ studioId, value }}
        onChange={(part) => {
          edit({ ...value, ...part });
        }}
        errors={form.errors}
      />
      {meanwhile !== undefined && (
        <div className="foot">
          <Meanwhile editing={editing} tell={tellDevice} />
        </div>
      )}
    </FormFrame>
  );
};

/** The dialog. What is typed outlives it only while it is open: leaving it drops it. */
export const EditDevice = ({ onClose, ...props }: EditDeviceProps): ReactElement => {
  const { studioId, device } = props;
  const leave = (): void => {
    dropDraft(draftKey(studioId, device.id));
    onClose();
  };
  return (
    <Dialog title={`Edit ${device.name}`} onClose={leave}>
      <Loaded query={useDeviceSettings(studioId, device.id)}>
        {(kept) => <Editor {...props} kept={kept} onClose={leave} />}
      </Loaded>
    </Dialog>
  );
};
