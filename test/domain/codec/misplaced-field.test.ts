// Fields that are in the wrong record.
import { expect, it } from 'vitest';
import { misplacedField } from '../../../domain/codec/misplaced-field.js';

const unknown = (path: string) => ({ path, expected: 'no such field' });

it.each([
  ['outputs[0].layers', 'outputs[0].player.layers', 'this field in outputs[0].player, so with another indentation'],
  ['banks[1].signals', 'signals', 'this field at the top level, so with another indentation'],
])('are found: %s where %s is missing', (path, missing, expected) => {
  expect(misplacedField([unknown('colour'), unknown(path)], ['other', missing])).toEqual({ path, expected });
});

it.each([
  ['outputs[0].layers', 'outputs[0].player.channel'],
  ['outputs[0].name', 'banks[1].name'],
])('are not found: %s where %s is missing', (path, missing) => {
  expect(misplacedField([unknown(path)], [missing])).toBeUndefined();
});
