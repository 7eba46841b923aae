// The studio's devices and sequences: commands are sent through these ports, and records are read from them.
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { Graphics } from './graphics.js';
import type { DevicePorts } from './intercepted-devices.js';

/** The ports through which operations send commands. */
export interface CommandPorts extends DevicePorts {
  readonly graphics: Graphics;
  readonly macros: Macros;
  readonly automations: Automations;
}
