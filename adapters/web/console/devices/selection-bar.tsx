// Actions on all selected devices. Stays visible while the table scrolls.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { Button } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { CopyDevices, useCopyTargets } from './copy-devices.js';
import { revocable } from './copyable.js';
import { MenuButton } from '../ui/menu-button.js';
import { EditDevices } from './edit-devices.js';
import { deviceExports } from './export-devices.js';
import { useRevokeDevices } from './queries.js';
import type { Selection } from './use-selection.js';

interface SelectionBarProps {
  readonly studioId: string;
  /** All devices of the studio. */
  readonly devices: readonly DeviceOverview[];
  readonly selection: Selection;
  /** The ids of the devices that the table shows. */
  readonly shown: ReadonlySet<string>;
  /** Makes the table show all devices. */
  readonly onShowAll: () => void;
}

/** The selected devices. Those that search or filter hide come first, so that a question names them. */
interface Selected {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly shown: ReadonlySet<string>;
}

/** Most names that a question lists. */
const maxNames = 8;

const Names = ({ devices, shown }: Omit<Selected, 'studioId'>): ReactElement => (
  <ul className="name-list">
    {devices.slice(0, maxNames).map(({ id, name }) => (
      <li key={id}>
        {name}{' '}
        {!shown.has(id) && (
          <span className="hint">
            <Trans>(not shown)</Trans>
          </span>
        )}
      </li>
    ))}
    {devices.length > maxNames && <li>{plural(devices.length - maxNames, { other: 'and # more' })}</li>}
  </ul>
);

/** Renders the button. All of the devices can be revoked. */
const Revoke = ({ studioId, devices, shown }: Selected): ReactElement => {
  const revokeDevices = useRevokeDevices(studioId);
  const count = devices.length;
  const revocation = {
    title: t`Revoke ${plural(count, { one: '# device', other: '# devices' })}?`,
    explanation: (
      <>
        <Names devices={devices} shown={shown} />
        <p>
          <Trans>Their tokens stop working permanently. The devices stay on the list. This can’t be undone.</Trans>
        </p>
      </>
    ),
    confirm: t`Revoke ${plural(count, { one: '# device', other: '# devices' })}`,
    onConfirm: () => revokeDevices(devices.map(({ id }) => id)),
  };
  return (
    <ConfirmButton look="danger" isDisabled={count === 0} confirmation={revocation}>
      <Trans>Revoke selected</Trans>
    </ConfirmButton>
  );
};

const More = (some: Selected): ReactElement => {
  const { studioId, devices } = some;
  const targets = useCopyTargets(studioId);
  const copy = {
    label: t`Copy to another studio`,
    dialog: (close: () => void) => <CopyDevices studioId={studioId} devices={devices} onClose={close} />,
  };
  return (
    <MenuButton
      label={t`More actions for the selected devices`}
      text={t`More`}
      actions={[...(targets.length > 0 ? [copy] : []), ...deviceExports(studioId, devices)]}
    />
  );
};

const hiddenFirst = (devices: readonly DeviceOverview[], shown: ReadonlySet<string>): readonly DeviceOverview[] => [
  ...devices.filter(({ id }) => !shown.has(id)),
  ...devices.filter(({ id }) => shown.has(id)),
];

const selectedText = (count: number, hidden: number): string =>
  hidden > 0
    ? t`${plural(count, { one: '# device', other: '# devices' })} selected, ${hidden} not shown`
    : plural(count, { one: '# device selected', other: '# devices selected' });

/** Renders how many devices are selected, and a button that shows those that search or filter hide. */
const Count = ({ devices, shown, onShowAll }: Omit<Selected, 'studioId'> & Pick<SelectionBarProps, 'onShowAll'>) => {
  const hidden = devices.filter(({ id }) => !shown.has(id)).length;
  const mayRevoke = revocable(devices).length > 0;
  return (
    <div className="actions">
      <p role="status">
        {selectedText(devices.length, hidden)}
        {!mayRevoke && (
          <>
            . <Trans>None has a token that could be revoked.</Trans>
          </>
        )}
      </p>
      {hidden > 0 && (
        <Button look="quiet" onPress={onShowAll}>
          <Trans>Show all devices</Trans>
        </Button>
      )}
    </div>
  );
};

/** Renders the bar, or nothing while no device is selected. */
export const SelectionBar = (props: SelectionBarProps): ReactElement | null => {
  const { studioId, devices, selection, shown, onShowAll } = props;
  const selected = devices.filter(({ id }) => selection.ids.has(id));
  if (selected.length === 0) return null;
  const some: Selected = { studioId, devices: hiddenFirst(selected, shown), shown };
  return (
    <div className="section-foot">
      <div role="region" aria-label={t`Selected devices`} className="selection-bar">
        <Count {...some} onShowAll={onShowAll} />
        <div className="actions">
          <Button look="quiet" onPress={selection.clear}>
            <Trans>Clear selection</Trans>
          </Button>
          <DialogButton dialog={(close) => <EditDevices studioId={studioId} devices={selected} onClose={close} />}>
            <Trans>Edit selected</Trans>
          </DialogButton>
          <More {...some} />
          <Revoke {...some} devices={revocable(some.devices)} />
        </div>
      </div>
    </div>
  );
};
