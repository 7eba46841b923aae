// A camera of a connection under test, for the contract suite of the port.
import type { CamerasBench } from '../../contracts/cameras.js';
import type { ConnectionBench } from './bench.js';

/**
 * Returns the bench of the suite. Every fault affects all devices of the connection. A healthy device confirms a command within
 * `promptMs`.
 */
export const camerasBench = async (
  { drivers: { cameras }, pass, passUntil, setFault }: ConnectionBench,
  camera: string,
  angles: readonly [string, string],
  promptMs = 100,
): Promise<CamerasBench> => {
  const untilConnected = (connected: boolean): Promise<void> =>
    passUntil(`the camera is ${connected ? '' : 'not '}connected`, () => cameras.connected(camera) === connected);
  await untilConnected(true);
  const injectFault = (type: 'refused' | 'frozen') => (): Promise<void> => {
    setFault({ type });
    return Promise.resolve();
  };
  return {
    cameras,
    camera,
    angles,
    pass,
    promptMs,
    refuse: injectFault('refused'),
    disconnect: () => {
      setFault({ type: 'offline' });
      return untilConnected(false);
    },
    freeze: injectFault('frozen'),
    heal: () => {
      setFault(null);
      return untilConnected(true);
    },
  };
};
