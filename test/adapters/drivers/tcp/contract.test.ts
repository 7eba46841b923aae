// Runs the contract suites of signal lines and cameras on lines of text over TCP.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { camerasBench } from '../cameras-bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const relay = (number: number, state: object) => ({
  on: `RELAY ${String(number)} ON`,
  off: `RELAY ${String(number)} OFF`,
  accepted: 'OK*',
  refused: 'ERR*',
  state: { on: `*RELAY ${String(number)} = 1`, off: `*RELAY ${String(number)} = 0`, ...state },
});

signalLinesContract('relays that are asked over TCP', async () => {
  const lines = {
    'sig-1': relay(1, { ask: 'RELAY 1?', everyMs: 50 }),
    'sig-2': relay(2, { ask: 'RELAY 2?', everyMs: 50 }),
  };
  used = await connectionBench('tcp', { settings: { delimiter: '\n' }, lines });
  return linesBench(used, ['sig-1', 'sig-2']);
});

signalLinesContract('relays that show their changes over TCP', async () => {
  const lines = { 'sig-1': relay(1, {}), 'sig-2': relay(2, {}) };
  used = await connectionBench('tcp', { settings: { probe: { send: 'PING', everyMs: 100 } }, lines });
  return linesBench(used, ['sig-1', 'sig-2']);
});

camerasContract('a camera over TCP', async () => {
  const head = {
    recall: 'CAM PRESET {preset}',
    presets: { wide: 1, close: 'tight shot' },
    accepted: 'OK {preset}',
    refused: 'ERR {preset}',
    state: { ask: 'CAM PRESET?', everyMs: 50, is: 'CAM PRESET {preset}' },
  };
  used = await connectionBench('tcp', { heads: { 'cam-1': head } });
  return camerasBench(used, 'cam-1', ['wide', 'close']);
});
