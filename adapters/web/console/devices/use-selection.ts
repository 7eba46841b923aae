// The devices that are selected for an action on all of them.
import { useMemo, useState } from 'react';
import type { DeviceOverview } from '../api/contract.js';

/** The selected devices. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Returns the selection of these devices. A device that is removed is no longer selected. */
export const useSelection = (devices: readonly DeviceOverview[]): Selection => {
  const [chosen, setChosen] = useState(none);
  const ids = useMemo(
    () => (chosen.size === 0 ? none : new Set(devices.map(({ id }) => id).filter((id) => chosen.has(id)))),
    [devices, chosen],
  );
  return {
    ids,
    set: (changed, isSelected) => {
      const affected = new Set(changed);
      const others = [...ids].filter((id) => !affected.has(id));
      setChosen(new Set(isSelected ? [...others, ...changed] : others));
    },
    clear: () => {
      setChosen(none);
    },
  };
};
