// Lines of the log as they stand on a terminal.
import { expect, it } from 'vitest';
import { terminalLine } from '../../adapters/log/terminal-line.js';

const at = { timestamp: '12:00:00.000', level: 'info' };
const call = { ...at, message: 'call', method: 'GET', path: '/api/v2/signals', address: '192.168.1.20' };

it('tells a call as what was asked, how it ended, and who asked', () => {
  expect(terminalLine({ ...call, caller: 'device:Desk panel', status: 200, error: null })).toBe(
    '12:00:00.000 info GET /api/v2/signals 200 device:Desk panel (192.168.1.20)',
  );
});

it('tells a refusal with its code, and that nobody is known', () => {
  expect(terminalLine({ ...call, caller: null, status: 401, error: 'unauthorized' })).toBe(
    '12:00:00.000 info GET /api/v2/signals 401 unauthorized nobody (192.168.1.20)',
  );
});

it('tells everything else as a sentence with its fields', () => {
  expect(terminalLine({ ...at, message: 'a clip plays', output: 'main', clip: 3 })).toBe(
    '12:00:00.000 info a clip plays output=main clip=3',
  );
});
