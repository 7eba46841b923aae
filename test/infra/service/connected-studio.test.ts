// The devices of a service that has stopped: they are sent what ends their connections before the process ends.
import { expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { connectStudio } from '../../../infra/service/connected-studio.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { layoutAt } from '../../adapters/drivers/camera-bench.js';
import { answering, cameraPeer } from '../../adapters/drivers/panasonic/peer.js';
import { eventually } from '../../support/eventually.js';

it('a studio is closed once its camera has been asked to notify no more', async () => {
  const camera = await cameraPeer(answering(undefined));
  const wasAsked = (what: string) => (): boolean => camera.paths.at(-1)?.includes(what) === true;
  const studio = connectStudio(currentLayout(layoutAt('panasonic', camera.port)), new SystemClock(), memoryLog());
  await eventually('the camera is connected', wasAsked('cmd=%23GZ'));
  await eventually(
    '@EDITING-22: the connection is known to be connected',
    () => studio.studio.states?.of('cam')?.isConnected === true,
  );
  camera.answer(() => undefined);
  let isClosed = false;
  const closed = studio.close().then(() => {
    isClosed = true;
  });
  await eventually('the camera is asked to notify no more', wasAsked('connect=stop'));
  expect(isClosed).toBe(false);
  await camera.close();
  await closed;
});
