// Runs the signal lines' contract suite on the Ember+ driver with a simulated provider.
import { afterEach } from 'vitest';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const kinds: readonly (readonly [string, object, object])[] = [
  ['Boolean parameters', { parameter: 'Console/Mic1/On' }, { parameter: 'Console/Mic2/On', inverted: true }],
  [
    'Integer parameters by their numbers',
    { parameter: '1.2.3', on: 7, off: -300 },
    { parameter: '1.2.200', on: 0, off: 1 },
  ],
  ['Real parameters', { parameter: 'Fader/Level', on: -0.1, off: -128 }, { parameter: 'Fader/Gain', on: 12.5, off: 0 }],
  ['Enumerations', { parameter: 'Bus/A', on: 'On air', off: 'Off' }, { parameter: 'Bus/B', on: 'Röd', off: 'Grön' }],
  [
    'Crosspoints',
    { matrix: { path: 'Router/Matrix', target: 3, source: 200 } },
    { matrix: { path: 'Router/Matrix', target: 4, source: 5, offSource: 0 } },
  ],
];

for (const [kind, first, second] of kinds)
  signalLinesContract(`${kind} of a simulated Ember+ provider`, async () => {
    used = await connectionBench('emberplus', { lines: { 'sig-1': first, 'sig-2': second } });
    return linesBench(used, ['sig-1', 'sig-2']);
  });
