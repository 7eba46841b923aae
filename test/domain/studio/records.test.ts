// Look-up of records: ignoring case, by id before other names.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../../domain/studio/records.js';
import { nearestIn } from '../fixtures.js';

const red = { id: 'sig-1', name: 'Red' };
const green = { id: 'gru\u0308n', name: 'Gr\u00fcn 2' };
const blue = { id: 'sig-2', name: 'Sig-1' };
const records = recordsOf('signal', [red, blue, green], { others: ({ name }) => [name] });

describe('records', () => {
  it.each([
    ['sig-2', blue],
    ['SIG-2', blue],
    ['red', red],
    ['RED', red],
    ['Sig-1', red],
    ['GR\u00dcN', green],
    ['gru\u0308n 2', green],
  ])('@PARAMETER-5: are found as %s, by id first', (reference, found) => {
    expect(records.find(reference)).toEqual(E.right(found));
  });

  it.each(['', 'sig', 'sig-3', ' red', 'constructor', '__proto__'])('are not found as %j', (reference) => {
    expect(records.find(reference)).toMatchObject(
      E.left({ code: 'not_found', message: `there is no signal "${reference}"` }),
    );
  });

  it('are found only by id when they have no other name', () => {
    const byId = recordsOf('macro', [red]);
    expect(byId.find('SIG-1')).toEqual(E.right(red));
    expect(E.isLeft(byId.find('Red'))).toBe(true);
  });

  it('@ERROR-26: that don’t exist may be meant to be the nearest one', () => {
    expect(nearestIn(records.find('sig-22'))).toBe('"sig-2"');
    expect(nearestIn(records.find('redd'))).toBe('"Red"');
    const byId = recordsOf('macro', [red], { descriptive: ({ name }) => [name] });
    expect(nearestIn(byId.find('Red'))).toBe('"sig-1" (Red)');
  });

  it('are listed in their order', () => {
    expect(records.all).toEqual([red, blue, green]);
  });
});
