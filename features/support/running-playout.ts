// The studio behind a scenario's service, independent of what plays its outputs.
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { ServiceStudio } from '../../infra/service/installation.js';
import type { Service } from '../../infra/service/service.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { Eventually, StudioSteering } from './driver.js';

/** A studio with a running service. */
export interface RunningPlayout {
  readonly studio: SimulatedStudio;
  readonly clock: ManualClock;
  /** Returns the current service; a restart replaces it. */
  readonly service: () => Service;
}

/** Returns a layout with the same devices. */
export type ExtendLayout = (layout: StudioLayout) => StudioLayout;

/** A studio, the module that binds it at each start of its service, and its steering. */
export interface StudioAndDrivers {
  readonly studio: SimulatedStudio;
  /** `extend` adds what a scenario needs besides the studio's own macros and automations. */
  readonly connect: (extend: ExtendLayout) => Promise<ServiceStudio>;
  readonly steering: (running: RunningPlayout) => StudioSteering;
  readonly close: () => Eventually<void>;
}
