// The studio's clock.
import { expect, it } from 'vitest';
import { ClockControls } from '../../../simulator/page/clock-controls.js';
import { press, show, text } from '../../adapters/web/page-bench.js';
import { studio } from './records.js';
import { steered } from './steered.js';

const controls = (change: object) => <ClockControls studio={studio({ clock: { ...studio().clock, ...change } })} />;

it.each([
  [true, 'Resume', ['setClock', { paused: false }]],
  [false, 'Pause', ['setClock', { paused: true }]],
  [true, '+0.1 s', ['step', 100]],
  [true, '+1 min', ['step', 60_000]],
])('a press of the clock, paused %s: %s', async (paused, name, call) => {
  const { calls } = steered(controls({ paused }));
  await press(name);
  expect(calls).toEqual([call]);
});

it.each([
  [10, '0.1× 0.5× 1× 2× 10× 60×'],
  [4, '0.1× 0.5× 1× 2× 10× 60× 4×'],
])('the clock offers its present speed %d among %s', (speed, wanted) => {
  show(controls({ speed }));
  expect(text()).toContain(wanted);
});
