// The fields in which editors set secrets.
import { expect, it } from 'vitest';
import { isSamePlace, ownerOf, placeIn } from '../../../domain/editing/secret-place.js';

it('a place is that of one field of one record of one list', () => {
  const place = placeIn('webhooks', 'newsroom', 'secretFile');
  expect(ownerOf(place)).toEqual({ list: 'webhooks', id: 'newsroom' });
  const others = [
    placeIn('connections', 'newsroom', 'secretFile'),
    placeIn('webhooks', 'other', 'secretFile'),
    placeIn('webhooks', 'newsroom', 'caFile'),
  ];
  expect([place, ...others].map((one) => isSamePlace(one, place))).toEqual([true, false, false, false]);
});
