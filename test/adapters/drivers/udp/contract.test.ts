// Runs the contract suites of signal lines and cameras on texts in UDP datagrams.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { camerasBench } from '../cameras-bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const relay = (number: number) => ({
  on: `SET ${String(number)} 1`,
  off: `SET ${String(number)} 0`,
  accepted: `ACK ${String(number)}`,
  refused: `NAK ${String(number)}`,
  state: { ask: `GET ${String(number)}`, everyMs: 50, on: `${String(number)}=1`, off: `${String(number)}=0` },
});

signalLinesContract('relays over UDP', async () => {
  used = await connectionBench('udp', {
    settings: { delimiter: '\n' },
    lines: { 'sig-1': relay(1), 'sig-2': relay(2) },
  });
  return linesBench(used, ['sig-1', 'sig-2']);
});

camerasContract('a camera over UDP', async () => {
  const head = {
    recall: 'RECALL "{preset}"',
    presets: { wide: 'wide "A"', close: 2 },
    accepted: 'ACK "{preset}"',
    refused: 'NAK',
    state: { ask: 'PRESET?', everyMs: 50, is: 'PRESET {preset}' },
  };
  used = await connectionBench('udp', { settings: { escape: { '"': '""' } }, heads: { 'cam-1': head } });
  return camerasBench(used, 'cam-1', ['wide', 'close']);
});
