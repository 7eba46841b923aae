// The simulated devices keep what the service relies on.
import { camerasContract } from '../contracts/cameras.js';
import { playersContract } from '../contracts/players.js';
import { signalLinesContract } from '../contracts/signal-lines.js';
import { benchOf, cue, freshStudio } from './bench.js';

playersContract('simulated players', () => {
  const on = freshStudio();
  return Promise.resolve({
    ...benchOf(on, 'out-2'),
    players: on.studio.players,
    now: on.clock.now,
    output: 'out-2',
    scenes: ['left', 'right'],
    cues: [cue('news', 'headlines'), cue('music', 'bed')],
    brief: cue('music', 'sting'),
  });
});

signalLinesContract('simulated lines', () => {
  const on = freshStudio();
  return Promise.resolve({
    ...benchOf(on, 'sig-1'),
    lines: on.studio.signalLines,
    signals: ['sig-1', 'sig-2'],
  });
});

camerasContract('simulated cameras', () => {
  const on = freshStudio();
  return Promise.resolve({
    ...benchOf(on, 'cam-1'),
    cameras: on.studio.cameras,
    camera: 'cam-1',
    angles: ['wide', 'close'],
  });
});
