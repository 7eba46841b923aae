// The bar above the room.
import { expect, it } from 'vitest';
import { Holder } from '../../../simulator/page/header.js';
import { enter, field } from '../../adapters/web/page-bench.js';
import { layout, studio } from './records.js';
import { steered } from './steered.js';

it('a choice lets a station take the studio over, or none hold it', () => {
  const service = { ...studio().service, holder: 'The van' };
  const { calls } = steered(<Holder {...studio({ layout, service })} />);
  expect(field('Held by').value).toBe('van');
  enter('Held by', 'desk');
  enter('Held by', '');
  expect(calls).toEqual([
    ['hold', 'desk'],
    ['hold', null],
  ]);
});
