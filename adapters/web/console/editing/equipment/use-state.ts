// The equipment as it is now, asked again while it is looked at.
import { useEffect, useState } from 'react';
import type { EquipmentState } from '../../../../../application/connections/shown-equipment.js';
import { useAsk } from '../ask.js';

/** How long after an answer it is asked again, in milliseconds. */
const everyMs = 3_000;

/** Returns the state; undefined until it is known. `version` is that of the file in force. */
export const useEquipmentState = (version: number | undefined): EquipmentState | undefined => {
  const ask = useAsk();
  const [state, setState] = useState<EquipmentState>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const read = async (): Promise<void> => {
      // What can't be asked now is asked again.
      const found = await ask<EquipmentState>({ ask: 'state' }).catch(() => undefined);
      if (!isWanted) return;
      if (found !== undefined) setState(found);
      timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [ask, version]);
  return state;
};
