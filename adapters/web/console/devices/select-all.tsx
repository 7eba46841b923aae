// Checkbox that selects all devices that the table shows.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, type ReactElement } from 'react';
import type { ListedDevice } from './device-list.js';
import type { Selection } from './use-selection.js';

/** Renders the checkbox. It is mixed while some of the devices are selected. */
export const SelectAll = ({
  devices,
  selection,
}: {
  readonly devices: readonly ListedDevice[];
  readonly selection: Selection;
}): ReactElement => {
  const box = useRef<HTMLInputElement>(null);
  const selected = devices.filter(({ device }) => selection.ids.has(device.id)).length;
  const isAll = devices.length > 0 && selected === devices.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll;
  }, [selected, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      aria-label={t`Select all devices that are shown`}
      checked={isAll}
      onChange={(event) => {
        selection.set(
          devices.map(({ device }) => device.id),
          event.target.checked,
        );
      }}
    />
  );
};
