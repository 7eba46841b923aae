// Actions on all selected devices. Stays visible while the table scrolls.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { Button } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { CopyDevices, useCopyTargets } from './copy-devices.js';
import { MenuButton } from '../ui/menu-button.js';
import { EditDevices } from './edit-devices.js';
import { deviceExports } from './export-devices.js';
import { devicesText } from './labels.js';
import { useRevokeDevices } from './queries.js';
import type { Selection } from './use-selection.js';

interface SelectionBarProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly selection: Selection;
}

/** Most names that a question lists. */
const maxNames = 8;

const Names = ({ devices }: Pick<SelectionBarProps, 'devices'>): ReactElement => (
  <ul className="name-list">
    {devices.slice(0, maxNames).map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
    {devices.length > maxNames && <li>and {devices.length - maxNames} more</li>}
  </ul>
);

const Revoke = ({ studioId, devices }: Omit<SelectionBarProps, 'selection'>): ReactElement => {
  const revokeDevices = useRevokeDevices(studioId);
  const active = devices.filter(({ state }) => state === 'active');
  const revocation = {
    title: `Revoke ${devicesText(active.length)}?`,
    explanation: (
      <>
        <Names devices={active} />
        <p>Their tokens stop working permanently. The devices stay on the list. This can’t be undone.</p>
      </>
    ),
    confirm: `Revoke ${devicesText(active.length)}`,
    onConfirm: () => revokeDevices(active.map(({ id }) => id)),
  };
  return (
    <ConfirmButton look="danger" isDisabled={active.length === 0} confirmation={revocation}>
      Revoke selected
    </ConfirmButton>
  );
};

const More = (some: Omit<SelectionBarProps, 'selection'>): ReactElement => {
  const { studioId, devices } = some;
  const targets = useCopyTargets(studioId);
  const copy = {
    label: 'Copy to another studio',
    dialog: (close: () => void) => <CopyDevices {...some} onClose={close} />,
  };
  return (
    <MenuButton
      label="More actions for the selected devices"
      text="More"
      actions={[...(targets.length > 0 ? [copy] : []), ...deviceExports(studioId, devices)]}
    />
  );
};

/** Renders the bar, or nothing while no device is selected. */
export const SelectionBar = ({ studioId, devices, selection }: SelectionBarProps): ReactElement | null => {
  const selected = devices.filter(({ id }) => selection.ids.has(id));
  if (selected.length === 0) return null;
  const some = { studioId, devices: selected };
  return (
    <div className="section-foot">
      <div role="region" aria-label="Selected devices" className="selection-bar">
        <p role="status">{devicesText(selected.length)} selected</p>
        <div className="actions">
          <Button look="quiet" onPress={selection.clear}>
            Clear selection
          </Button>
          <DialogButton dialog={(close) => <EditDevices {...some} onClose={close} />}>Edit selected</DialogButton>
          <More {...some} />
          <Revoke {...some} />
        </div>
      </div>
    </div>
  );
};
