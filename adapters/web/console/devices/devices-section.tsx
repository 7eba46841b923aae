// Section Devices: the control devices of a studio.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, type ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { useHasRoleIn } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { MakeLinkButton } from '../new-device/make-link.js';
import { AddButton } from '../ui/dialog-button.js';
import { Card, Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { MenuButton } from '../ui/menu-button.js';
import { AddDevice } from './add-device.js';
import { DeviceFilterBar } from './device-filter-bar.js';
import { listDevices, selectDevices, type DeviceFilter, type DeviceSelection } from './device-list.js';
import { deviceExports } from './export-devices.js';
import { ImportDevices } from './import-devices.js';
import { SelectionBar } from './selection-bar.js';
import { DeviceTable } from './device-table.js';
import { useDevices } from './queries.js';
import { useDeviceFilter } from './use-device-filter.js';
import { useSelection } from './use-selection.js';

/** Most devices that are listed without search and filters. */
const noFilterLimit = 4;

const countText = (shown: number, all: number): string =>
  shown === all
    ? plural(all, { one: '# device', other: '# devices' })
    : t`${shown} of ${plural(all, { one: '# device', other: '# devices' })}`;

interface DevicesProps {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
  readonly mayChange: boolean;
}

/** Returns what the table shows, and the ids of these devices. */
const useShown = (
  devices: readonly DeviceOverview[],
  { search, mark, sort }: DeviceFilter,
): DeviceSelection & { readonly shownIds: ReadonlySet<string> } => {
  const { column, isDescending } = sort;
  const listed = useMemo(() => listDevices(devices), [devices]);
  return useMemo(() => {
    const selection = selectDevices(listed, { search, mark, sort: { column, isDescending } });
    return { ...selection, shownIds: new Set(selection.shown.map(({ device }) => device.id)) };
  }, [listed, search, mark, column, isDescending]);
};

const Devices = ({ studioId, devices, mayChange }: DevicesProps): ReactElement => {
  const [filter, changeFilter] = useDeviceFilter();
  const selection = useSelection(devices);
  const { shown, shownIds, counts } = useShown(devices, filter);
  const isFiltered = filter.search !== '' || filter.mark !== undefined;
  return (
    <>
      {(devices.length > noFilterLimit || isFiltered) && (
        <>
          <DeviceFilterBar filter={filter} counts={counts} onChange={changeFilter} />
          <p role="status" className="hint">
            {countText(shown.length, devices.length)}
          </p>
        </>
      )}
      {shown.length === 0 ? (
        <Empty>
          <Trans>No devices match your search.</Trans>
        </Empty>
      ) : (
        <DeviceTable
          studioId={studioId}
          devices={shown}
          mayChange={mayChange}
          selection={selection}
          sort={filter.sort}
          onSort={(sort) => {
            changeFilter({ sort });
          }}
        />
      )}
      <SelectionBar
        studioId={studioId}
        devices={devices}
        selection={selection}
        shown={shownIds}
        onShowAll={() => {
          changeFilter({ search: '', mark: undefined });
        }}
      />
    </>
  );
};

const DeviceList = (props: DevicesProps): ReactElement =>
  props.devices.length === 0 ? (
    <Empty>
      <Trans>No devices yet.</Trans> {props.mayChange && <Trans>Each device gets its token when you add it.</Trans>}
    </Empty>
  ) : (
    <Devices {...props} />
  );

const SectionActions = ({ studioId, devices, mayChange }: DevicesProps): ReactElement => (
  <div className="actions">
    <MenuButton
      label={t`Import and export`}
      text={mayChange ? t`Import and export` : t`Export`}
      actions={[
        ...(mayChange
          ? [
              {
                label: t`Import devices`,
                dialog: (close: () => void) => <ImportDevices studioId={studioId} onClose={close} />,
              },
            ]
          : []),
        ...deviceExports(studioId, devices),
      ]}
    />
    {mayChange && <MakeLinkButton studioId={studioId} />}
    {mayChange && (
      <AddButton label={t`Add device`} dialog={(close) => <AddDevice studioId={studioId} onClose={close} />} />
    )}
  </div>
);

export const DevicesSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const query = useDevices(id);
  const mayChange = useHasRoleIn(id, 'operator');
  return (
    <Card
      title={t`Control devices`}
      explanation={t`Panels, software and scripts, each with its own token.`}
      actions={<SectionActions studioId={id} devices={query.data ?? []} mayChange={mayChange} />}
    >
      <Loaded query={query}>
        {(devices) => <DeviceList key={id} studioId={id} devices={devices} mayChange={mayChange} />}
      </Loaded>
    </Card>
  );
};
