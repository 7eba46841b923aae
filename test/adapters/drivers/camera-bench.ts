// A driver of cameras with presets under test, connected over loopback to a camera.
import type { Log } from '../../../application/ports/log.js';
import type { Cameras } from '../../../application/ports/cameras.js';
import type { CurrentLayout } from '../../../application/state/current-layout.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { advanceInSteps, settleSockets } from './advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { openDrivers } from './bench.js';

export const camera = 'cam-1';

/** The presets of the camera's angles. */
export const presets = { wide: 0, close: 1, profile: 7 };

/** The protocols of cameras with presets. */
export type CameraProtocol = 'panasonic' | 'visca';

/** Returns the demo studio with its first camera attached to a port. */
export const layoutAt = (protocol: CameraProtocol, port: number): StudioLayout => ({
  ...demoStudio,
  connections: [{ id: 'cam', protocol, host: '127.0.0.1', port }],
  cameras: demoStudio.cameras.map((one) =>
    one.id === camera ? { ...one, head: { connection: 'cam', presets } } : one,
  ),
});

/** A driver that follows a layout. */
export interface DriverBench {
  readonly clock: ManualClock;
  readonly cameras: Cameras;
  readonly current: CurrentLayout;
  /** The sentences that the driver logged. */
  readonly logged: readonly string[];
  /** Why the driver lost the camera, by its log. */
  readonly reasons: readonly unknown[];
  readonly pass: (ms: number) => Promise<void>;
  /** Waits until the driver reports the given connection state. */
  readonly untilConnected: (connected: boolean) => Promise<void>;
  readonly close: () => void;
}

/** Time that passes between two looks at the connection, in milliseconds. */
const lookMs = 100;

/** Returns a driver of the camera at a port. */
export const driverBench = (
  protocol: CameraProtocol,
  port: number,
  clock: ManualClock = manualClock(),
): DriverBench => {
  const logged: string[] = [];
  const reasons: unknown[] = [];
  const record = (sentence: string): void => void logged.push(sentence);
  const log: Log = {
    ...silent,
    info: record,
    warn: (sentence, fields) => {
      record(sentence);
      reasons.push(fields?.['reason']);
    },
  };
  const { drivers, current, close } = openDrivers(layoutAt(protocol, port), clock, log);
  const { cameras } = drivers;
  return {
    clock,
    cameras,
    current,
    logged,
    reasons,
    pass: (ms) => advanceInSteps(clock, ms),
    untilConnected: async (connected) => {
      await eventually(`the camera is ${connected ? '' : 'not '}connected`, async () => {
        if (cameras.connected(camera) === connected) return true;
        await clock.advance(lookMs);
        await settleSockets();
        return cameras.connected(camera) === connected;
      });
      await settleSockets();
    },
    close,
  };
};
