// Runs the cameras' contract suite on the VISCA driver with a simulated camera.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { camera, cameraBench, type CameraBench } from '../camera-bench.js';

let used: CameraBench | undefined;

afterEach(async () => {
  await used?.stop();
});

camerasContract('VISCA cameras', async () => {
  used = await cameraBench('visca');
  const { cameras, pass, setFault } = used;
  return {
    cameras,
    camera,
    angles: ['wide', 'close'],
    pass,
    promptMs: 60,
    refuse: () => setFault({ type: 'refused' }),
    disconnect: () => setFault({ type: 'offline' }),
    freeze: () => setFault({ type: 'frozen' }),
    heal: () => setFault(null),
  };
});
