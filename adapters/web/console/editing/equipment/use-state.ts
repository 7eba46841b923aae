// The equipment as it is now, asked again while it is looked at.
import { useEffect, useState } from 'react';
import type { EquipmentState } from '../../../../../application/editing/answers.js';
import { useAsk } from '../ask.js';

/** How often it is asked, in milliseconds. */
const everyMs = 3_000;

/** Returns the state; undefined until it is known. `version` is that of the file in force. */
export const useEquipmentState = (version: number | undefined): EquipmentState | undefined => {
  const ask = useAsk();
  const [state, setState] = useState<EquipmentState>();
  useEffect(() => {
    const read = (): void => {
      // What can't be asked now is asked again.
      ask<EquipmentState>({ ask: 'state' }).then(setState, () => undefined);
    };
    read();
    const timer = setInterval(read, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [ask, version]);
  return state;
};
