// Tests of log lines on a terminal.
import { expect, it } from 'vitest';
import { terminalLine } from '../../../adapters/log/terminal-line.js';

const at = { timestamp: '12:00:00.000', level: 'info' };
const call = { ...at, message: 'call', method: 'GET', path: '/api/v2/signals', address: '192.168.1.20' };

it('a terminal line of a call shows method, path, status, caller and address', () => {
  expect(terminalLine({ ...call, caller: 'device:Desk panel', status: 200, error: null })).toBe(
    '12:00:00.000 info GET /api/v2/signals 200 device:Desk panel (192.168.1.20)',
  );
});

it('a terminal line of a refusal shows the error code, and nobody as an unknown caller', () => {
  expect(terminalLine({ ...call, caller: null, status: 401, error: 'unauthorized' })).toBe(
    '12:00:00.000 info GET /api/v2/signals 401 unauthorized nobody (192.168.1.20)',
  );
});

it('any other terminal line shows the message and its fields', () => {
  expect(terminalLine({ ...at, message: 'a clip plays', output: 'main', clip: 3 })).toBe(
    '12:00:00.000 info a clip plays output=main clip=3',
  );
});
