// Runs the signal lines' contract suite on the Modbus driver with a simulated device.
import { afterEach } from 'vitest';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

signalLinesContract('Modbus lines of a simulated device', async () => {
  used = await connectionBench('modbus', { lines: { 'sig-1': { coil: 0 }, 'sig-2': { coil: 1, inverted: true } } });
  return linesBench(used, ['sig-1', 'sig-2']);
});
