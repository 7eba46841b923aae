// The media inputs of simulated OBS: what a refused batch leaves, and what a restart begins again.
import { expect, it } from 'vitest';
import { fieldOf, listIn } from '../../../domain/codec/unchecked.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { SimulatedScene } from '../../../simulator/obs/scene.js';
import { ObsSession } from '../../../simulator/obs/session.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { eventually } from '../../support/eventually.js';
import { output, selections } from '../../adapters/drivers/obs/bench.js';

const sceneBench = () => {
  const clock = manualClock();
  const { players } = simulatedStudio(demoStudio, clock);
  const all = Object.values(selections);
  const player = { output, scene: 'left', players, selections: all, now: clock.now, startedHidden: () => undefined };
  const scene = new SimulatedScene('Wall', ['A', 'B'], player);
  const [shown, hidden] = scene.inputs;
  if (shown === undefined || hidden === undefined) throw new Error('the scene has no inputs');
  return { clock, scene, shown, hidden };
};

it('are as they were after a batch that ends with a refusal', async () => {
  const { scene, shown, hidden } = sceneBench();
  const sent: unknown[] = [];
  const peer = { send: (text: string) => void sent.push(JSON.parse(text)), close: () => undefined };
  const session = new ObsSession(peer, [scene], undefined);
  session.receive(JSON.stringify({ op: 1, d: { rpcVersion: 1 } }));
  const before = structuredClone([shown, hidden]);
  const requests = [
    {
      requestType: 'SetInputSettings',
      requestData: { inputName: 'B', inputSettings: { local_file: '/media/weather' } },
    },
    { requestType: 'SetSceneItemEnabled', requestData: { sceneName: 'Wall', sceneItemId: 2, sceneItemEnabled: true } },
    { requestType: 'GetMediaInputStatus', requestData: { inputName: 'none' } },
  ];
  session.receive(JSON.stringify({ op: 8, d: { requestId: '1', haltOnFailure: true, requests } }));
  await eventually('the answer', () => fieldOf(sent.at(-1), 'op') === 9);
  expect(listIn(fieldOf(sent.at(-1), 'd'), 'results')).toHaveLength(3);
  expect([shown, hidden]).toEqual(before);
});

it('play again after a stop and a restart', async () => {
  const { clock, scene, hidden } = sceneBench();
  scene.open(hidden, `/media/${selections.weather.clip.media ?? selections.weather.clip.key}`);
  scene.restart(hidden);
  await clock.advance(100);
  const states = [scene.status(hidden).mediaState];
  scene.stop(hidden);
  states.push(scene.status(hidden).mediaState);
  scene.restart(hidden);
  await clock.advance(100);
  states.push(scene.status(hidden).mediaState);
  expect(states).toEqual(['PLAYING', 'ENDED', 'PLAYING'].map((state) => `OBS_MEDIA_STATE_${state}`));
});

it('open the file of a clip whose name another file only ends with', () => {
  const { scene, shown } = sceneBench();
  scene.open(shown, '/media/my-opener');
  expect(scene.restart(shown)).toBeUndefined();
  scene.open(shown, '/media/opener');
  expect(scene.restart(shown)).toBeDefined();
});
