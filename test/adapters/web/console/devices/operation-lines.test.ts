import { describe, expect, it } from 'vitest';
import { operationLines, readOperationLines } from '../../../../../adapters/web/console/devices/operation-lines.js';

describe('operations as lines', () => {
  it('are read as they are written', () => {
    const operations = [
      { operation: 'signal.pulse', with: { id: 'door-lock', ms: '500' } },
      { operation: 'variable.set', with: { name: 'Headline', value: 'He said "on air" = live' } },
      { operation: 'studio.onair', with: {} },
    ];
    const lines = operationLines(operations);
    expect(lines.split('\n')).toEqual([
      'signal.pulse id=door-lock ms=500',
      'variable.set name=Headline value="He said \\"on air\\" = live"',
      'studio.onair',
    ]);
    expect(readOperationLines(lines)).toEqual(operations);
  });

  it('may have spaces and empty lines between', () => {
    expect(readOperationLines('\n  signal.pulse   id=door \n\n')).toEqual([
      { operation: 'signal.pulse', with: { id: 'door' } },
    ]);
  });

  it('keep what is no parameter, so that it is refused', () => {
    expect(readOperationLines('signal.pulse door')).toEqual([{ operation: 'signal.pulse', with: { door: '' } }]);
  });
});
