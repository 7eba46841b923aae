// Runs the cameras' contract suite on the Panasonic driver with a simulated camera.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { camera, cameraBench, type CameraBench } from '../camera-bench.js';

let used: CameraBench | undefined;

afterEach(async () => {
  await used?.stop();
});

camerasContract('Panasonic cameras', async () => {
  used = await cameraBench('panasonic');
  const { cameras, pass, setFault } = used;
  await pass(300);
  return {
    cameras,
    camera,
    angles: ['wide', 'close'],
    pass,
    promptMs: 600,
    refuse: () => setFault({ type: 'refused' }),
    disconnect: () => setFault({ type: 'offline' }),
    freeze: () => setFault({ type: 'frozen' }),
    heal: () => setFault(null),
  };
});
