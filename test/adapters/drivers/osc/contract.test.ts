// Runs the contract suites of signal lines and cameras on OSC messages.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { camerasBench } from '../cameras-bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const lamp = (number: number) => {
  const address = `/lamp/${String(number)}`;
  return {
    on: { address, args: [{ float: 0.7 }] },
    off: { address, args: [{ float: 0 }] },
    accepted: { address: `${address}/done` },
    refused: { address: `${address}/failed`, args: ['*'] },
    state: {
      ask: { address: `${address}/get` },
      everyMs: 50,
      on: { address: `${address}/is`, args: [{ float: 0.7 }, true] },
      off: { address: `${address}/is`, args: [{ float: 0 }, false] },
    },
  };
};

signalLinesContract('lamps over OSC', async () => {
  used = await connectionBench('osc', { lines: { 'sig-1': lamp(1), 'sig-2': lamp(2) } });
  return linesBench(used, ['sig-1', 'sig-2']);
});

camerasContract('a camera over OSC', async () => {
  const head = {
    recall: { address: '/camera/{angle}', args: ['{preset}', 'cut to {preset}'] },
    presets: { wide: 'long shot', close: 2 },
    accepted: { address: '/camera/ok' },
    refused: { address: '/camera/error' },
    state: { ask: { address: '/camera' }, everyMs: 50, is: { address: '/camera/preset', args: ['{preset}'] } },
  };
  used = await connectionBench('osc', { heads: { 'cam-1': head } });
  return camerasBench(used, 'cam-1', ['wide', 'close']);
});
