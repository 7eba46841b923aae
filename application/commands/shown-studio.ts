// What devices and sequences show now, as effects of commands are read.
import * as E from 'fp-ts/lib/Either.js';
import type { ShownStudio } from '../../domain/studio/command-effect.js';
import type { RecordedStudio } from '../as-run/as-run.js';
import type { StudioState } from '../state/studio-state.js';
import type { LayoutInForce } from '../state/current-layout.js';
import type { CommandPorts, DevicePorts } from './command-sender.js';
import { knownValue } from './pending-values.js';

const shownDevices = ({
  players,
  signalLines,
}: Pick<DevicePorts, 'players' | 'signalLines'>): Pick<ShownStudio, 'scene' | 'nextValue'> => ({
  scene: (output, scene) => {
    const { connected, scenes } = players.state(output);
    return connected ? scenes.find(({ id }) => id === scene) : undefined;
  },
  nextValue: (signal) => signalLines.pendingValue(signal),
});

/** Returns what the as-run log reads of the studio. */
export const recordedStudio = (
  ports: Pick<DevicePorts, 'players' | 'signalLines'> & { readonly studio: Pick<StudioState, 'runtime'> },
): RecordedStudio => ({ ...shownDevices(ports), holder: () => ports.studio.runtime().holder });

/** Returns what shows the effects of commands. */
export const shownStudio = (
  ports: CommandPorts & { readonly studio: Pick<LayoutInForce, 'layout' | 'records'> },
): ShownStudio => {
  const { studio, signalLines, cameras, macros, automations } = ports;
  return {
    ...shownDevices(ports),
    signal: (signal) => knownValue(signalLines, signal),
    angle: (camera) => (cameras.connected(camera) ? cameras.angle(camera) : null),
    isMacroRunning: (id) => {
      const macro = studio.records.macros.find(id);
      return E.isRight(macro) ? macros.state(macro.right).state === 'running' : undefined;
    },
    automation: (id) => {
      const found = studio.layout.automations.find((automation) => automation.id === id);
      return found === undefined ? undefined : automations.state(found).state;
    },
  };
};
