// Runs the contract suites on the simulated devices.
import { camerasContract } from '../contracts/cameras.js';
import { graphicsContract } from '../contracts/graphics.js';
import { playersContract } from '../contracts/players.js';
import { signalLinesContract } from '../contracts/signal-lines.js';
import type { PlayerState } from '../../simulator/player.js';
import { deviceBench, clipSelection, simulatorBench } from './bench.js';

playersContract('simulated players', () => {
  const on = simulatorBench();
  return Promise.resolve({
    ...deviceBench(on, 'out-2'),
    players: on.studio.players,
    now: on.clock.now,
    output: 'out-2',
    scenes: ['left', 'right'],
    selections: [clipSelection('news', 'headlines'), clipSelection('music', 'bed')],
    shortClip: clipSelection('music', 'sting'),
  });
});

graphicsContract('simulated players', () => {
  const on = simulatorBench();
  return Promise.resolve({
    ...deviceBench(on, 'out-1'),
    players: on.studio.players,
    output: 'out-1',
    scene: 'full',
    texts: () => {
      const [main] = on.studio.devices();
      return (main?.actual as PlayerState)[0]?.graphic?.texts ?? null;
    },
  });
});

signalLinesContract('simulated lines', () => {
  const on = simulatorBench();
  return Promise.resolve({
    ...deviceBench(on, 'sig-1'),
    lines: on.studio.signalLines,
    signals: ['sig-1', 'sig-2'],
  });
});

camerasContract('simulated cameras', () => {
  const on = simulatorBench();
  return Promise.resolve({
    ...deviceBench(on, 'cam-1'),
    cameras: on.studio.cameras,
    camera: 'cam-1',
    angles: ['wide', 'close'],
  });
});
