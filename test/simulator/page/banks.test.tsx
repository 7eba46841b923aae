// The clips of the banks, which a press starts.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Banks } from '../../../simulator/page/banks.js';
import { enter, show, user } from '../../adapters/web/page-bench.js';
import { layout, player, run, scene, studio } from './records.js';
import { steered } from './steered.js';

const players = [player('main', scene('left', { run }), scene('right', { run })), player('aux', scene('full'))];
const banks = (devices: readonly object[]) => {
  const clips = [{ number: 1, key: 'opener', name: 'Opener', durationMs: null }];
  const two = ['news', 'late'].map((key) => ({ key, name: key, clips }));
  return <Banks studio={studio({ devices, layout: { ...layout, banks: two } })} />;
};
const slots = () => screen.getAllByRole('button');

it('a press starts a clip in the chosen scene, and in the first one that is left once that is gone', async () => {
  const { calls, update } = steered(banks(players));
  const started = (output: string, id: string): void => {
    expect(calls.splice(0)).toEqual([
      ['changeState', output, { scenes: [{ id, run: { bank: 'news', clip: 'opener' } }] }],
    ]);
  };
  const pressFirst = () => user.click(slots()[0] ?? document.body);
  await pressFirst();
  started('main', 'left');
  enter('Play in', 'slot main / right');
  await pressFirst();
  started('main', 'right');
  update(banks(players.slice(1)));
  await pressFirst();
  started('aux', 'full');
});

it('a clip is shown as playing in its own bank alone', () => {
  show(banks([player('main', scene('full', { run: { ...run, bank: 'late', clip: 'opener' } }))]));
  expect(slots().map(({ className }) => className)).toEqual(['button plain', 'button primary']);
});
