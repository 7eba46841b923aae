// The studio's devices and sequences: commands are sent through these ports, and records are read from them.
import type { Cameras } from '../ports/cameras.js';
import type { Players } from '../ports/players.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { Graphics } from './graphics.js';
import type { PulsedSignalLines } from './pulses.js';

/** The ports through which operations send commands. */
export interface CommandPorts {
  readonly players: Players;
  readonly graphics: Graphics;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
  readonly macros: Macros;
  readonly automations: Automations;
}
