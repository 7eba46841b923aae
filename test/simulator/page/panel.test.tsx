// The virtual panel: its client, its keys and its buttons.
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { Panel, usePanel } from '../../../simulator/page/panel.js';
import { panelGroups, variablePath } from '../../../simulator/page/panel-layout.js';
import { enter, press, text } from '../../adapters/web/page-bench.js';
import { features, layout, studio } from './records.js';
import { steered } from './steered.js';

const variables = ['one', 'two'].map((name) => ({ id: name, name, value: null }));
const shown = studio({ layout, service: { ...studio().service, url: 'http://service', features, variables } });
const Shown = (): ReactElement => {
  const panel = usePanel();
  return shown.service === null ? <p /> : <Panel studio={shown} service={shown.service} panel={panel} />;
};

it('each variable is set to what was entered for it', async () => {
  const { calls } = steered(<Shown />);
  enter('Value of one', 'a');
  enter('Value of two', 'b');
  await press('Set two');
  await press('Set one');
  expect(calls.map(([, call]) => (call as { readonly path: string }).path)).toEqual([
    '/api/v2/plain/variables/two/set?value=b',
    '/api/v2/plain/variables/one/set?value=a',
  ]);
  expect(text().match(/switched off/g)).toHaveLength(3);
});

const group = (title: string, changes: object = {}) => panelGroups(studio(changes)).find((one) => one.title === title);
const paths = (title: string, label: string) => group(title)?.buttons.find((one) => one.label === label)?.path;
const lit = (title: string, changes: object = {}) =>
  group(title, changes)?.buttons.flatMap(({ isLit, label }) => (isLit === true ? [label] : []));

it('the buttons name the scene, each its own, only where an output has several', () => {
  expect(paths('main, left', 'Stop')).toBe('/api/v2/plain/outputs/slot%20main/stop?scene=left');
  expect(paths('main, right', 'Play opener')).toBe('/api/v2/plain/outputs/slot%20main/clips/opener/play?scene=right');
  expect(paths('aux', 'Stop')).toBe('/api/v2/plain/outputs/slot%20aux/stop');
});

it('the buttons are lit for what plays and what is cued, of the active bank', () => {
  expect([lit('main, left'), lit('main, right'), lit('aux')]).toEqual([['Play weather', 'Pause'], [], []]);
  const other = { service: { ...studio().service, activeBank: 'other' } };
  expect([lit('main, left', other), lit('main, right', other)]).toEqual([['Pause'], ['Cue opener']]);
});

it('the buttons seek before the end of a clip that is long enough, and show the graphic of a scene that has one', () => {
  expect(paths('main, left', 'Last 10 s')).toBe('/api/v2/plain/outputs/slot%20main/seek?scene=left&ms=50000');
  expect([paths('main, right', 'Last 10 s'), paths('main, left', 'Show graphic')]).toEqual([undefined, undefined]);
  expect(paths('main, right', 'Show graphic')).toBe('/api/v2/plain/outputs/slot%20main/graphic/show?scene=right');
});

it('a variable is set to its whole text', () => {
  expect(variablePath('a/b', 'x&y=ü?')).toBe('/api/v2/plain/variables/a%2Fb/set?value=x%26y%3D%C3%BC%3F');
});
