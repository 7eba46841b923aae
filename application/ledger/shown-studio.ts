// What devices and sequences show now, as effects of commands are read.
import * as E from 'fp-ts/lib/Either.js';
import type { ShownStudio } from '../../domain/studio/command-effect.js';
import { shownDevices } from '../commands/recorded.js';
import type { LayoutInForce } from '../state/current-layout.js';
import { knownValue } from '../commands/pending-values.js';
import { findAutomation } from '../sequences/automations.js';
import type { Clock } from '../ports/clock.js';
import { differenceIn } from '../state/player-difference.js';
import type { CommandPorts } from './command-sender.js';

/** Returns what shows the effects of commands. */
export const shownStudio = (
  ports: CommandPorts & {
    readonly studio: Pick<LayoutInForce, 'layout' | 'records'>;
    readonly clock: Pick<Clock, 'now'>;
  },
): ShownStudio => {
  const { studio, clock, players, signalLines, cameras, macros, automations } = ports;
  return {
    ...shownDevices(ports),
    playersAgree: (output) => {
      const pair = players.pair?.(output);
      return pair !== undefined && differenceIn(pair, clock.now()) === undefined;
    },
    signal: (signal) => knownValue(signalLines, signal),
    angle: (camera) => (cameras.connected(camera) ? cameras.angle(camera) : null),
    isMacroRunning: (id) => {
      const macro = studio.records.macros.find(id);
      return E.isRight(macro) ? macros.state(macro.right).state === 'running' : undefined;
    },
    automation: (id) => {
      const automation = findAutomation(studio, id);
      return E.isRight(automation) ? automations.state(automation.right).state : undefined;
    },
  };
};
