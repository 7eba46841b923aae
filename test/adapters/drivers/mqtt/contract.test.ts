// Runs the signal lines' contract suite on the MQTT driver with a simulated broker, for topics of every kind.
import { afterEach } from 'vitest';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { linesBench } from '../lines-bench.js';
import { brokerLines } from './lines.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

for (const [name, line] of Object.entries(brokerLines))
  signalLinesContract(`MQTT lines (${name}) of a simulated broker`, async () => {
    used = await connectionBench('mqtt', { lines: { 'sig-1': line('one'), 'sig-2': line('two') } });
    return linesBench(used, ['sig-1', 'sig-2']);
  });
