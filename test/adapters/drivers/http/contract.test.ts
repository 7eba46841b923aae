// Runs the contract suites of signal lines and cameras on devices with an HTTP interface.
import { afterEach } from 'vitest';
import { camerasContract } from '../../../contracts/cameras.js';
import { signalLinesContract } from '../../../contracts/signal-lines.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { camerasBench } from '../cameras-bench.js';
import { linesBench } from '../lines-bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const relay = (number: number) => ({
  on: `/relay/${String(number)}?turn=on`,
  off: { path: `/relay/${String(number)}`, json: { turn: 'off' } },
  state: {
    ask: `/relay/${String(number)}/state`,
    everyMs: 50,
    on: { pointer: '/ison', equals: true },
    off: { pointer: '/ison', equals: false },
  },
});

signalLinesContract('relays with an HTTP interface', async () => {
  used = await connectionBench('http', { lines: { 'sig-1': relay(1), 'sig-2': relay(2) } });
  return linesBench(used, ['sig-1', 'sig-2']);
});

camerasContract('a camera with an HTTP interface', async () => {
  const head = {
    recall: '/cgi-bin/ptz?recall={preset}&name={angle}',
    presets: { wide: 1, close: 'tight & close?' },
    accepted: 'OK {preset}',
    state: { ask: '/cgi-bin/ptz?current', everyMs: 50, is: 'preset={preset}' },
  };
  used = await connectionBench('http', { heads: { 'cam-1': head } });
  return camerasBench(used, 'cam-1', ['wide', 'close']);
});
