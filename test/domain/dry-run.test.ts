import { expect, it } from 'vitest';
import { dryRunFields } from '../../domain/dry-run.js';

const command = {
  ...{ operation: 'output.take', parameters: { output: 'out-1', scene: 'full' }, macro: 'mac-1', automation: null },
  ...{ step: 2, depends: true, error: 'conflict', message: 'nothing is cued' },
};

it.each([
  ['dry', [true], [false, undefined]],
  [
    'commands',
    [[], [command], [{ ...command, operation: null, step: null }]],
    [[{ ...command, step: '2' }], [{ operation: 'x' }]],
  ],
  [
    'changes',
    [{}, { station: null, variables: { a: 1 } }, { studio: 'on_air' }],
    [{ studio: 'x' }, { macros: { a: 'x' } }],
  ],
  ['unavailable', [[], [{ kind: 'camera', id: 'cam-1' }]], [[{ kind: 'desk', id: 'x' }], ['cam-1']]],
] as const)('the field "%s" of a dry run has a fixed form', (field, right, wrong) => {
  for (const value of right) expect(dryRunFields[field].is(value), JSON.stringify(value)).toBe(true);
  for (const value of wrong) expect(dryRunFields[field].is(value), JSON.stringify(value)).toBe(false);
});
