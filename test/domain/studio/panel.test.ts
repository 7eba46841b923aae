import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { readStudioLayout, type StudioLayout } from '../../../domain/studio/layout.js';
import { callsOfPanel, pagesOf, panelsOf } from '../../../domain/studio/panel.js';

const clip = (number: number, key: string, name: string) => ({ number, key, name });

const studio = {
  serverId: 'server-1',
  id: 'studio-1',
  name: 'Studio One',
  status: 'off_air',
  holder: null,
  activeBank: 'news',
  stations: [],
  signals: [
    { id: 'sig-1', identifier: 'door', name: 'Door' },
    { id: 'sig-2', identifier: 'lamp', name: 'Lamp', follows: { output: 'out-1', tally: 'program' } },
  ],
  cameras: [{ id: 'cam-1', name: 'Host', angles: [{ id: 'wide', name: 'Wide' }] }],
  outputs: [
    { id: 'out-1', slot: 'main', name: 'Main', scenes: ['full'] },
    { id: 'out-2', slot: 'wall', name: 'Wall', scenes: ['left', 'right'] },
  ],
  banks: [{ key: 'news', name: 'News', clips: [clip(1, 'opener', 'Opener')] }],
  variables: [],
  macros: [
    { id: 'mac-1', name: 'Opening', steps: [] },
    { id: 'mac-2', name: 'Guest', steps: [], parameters: [{ name: 'guest', type: 'STRING' }] },
  ],
  automations: [],
};

const layoutWith = (change: object): StudioLayout =>
  E.getOrElseW((issues: Parameters<typeof formatIssues>[0]): never => expect.fail(formatIssues(issues)))(
    readStudioLayout({ ...studio, ...change }),
  );

const plain = { show: null, colour: 'grey', icon: null, hold: 0, confirm: false };

describe('the panels of a studio', () => {
  it('@PANEL-1: are those of its file', () => {
    expect(panelsOf(layoutWith({ panels: [{ id: 'desk', name: 'Desk' }] }))).toEqual([{ id: 'desk', name: 'Desk' }]);
  });

  it('@PANEL-4: are one with everything if its file has none', () => {
    const layout = layoutWith({});
    const [panel, ...others] = panelsOf(layout);
    expect([panel, others]).toEqual([{ id: 'studio', name: 'Studio One' }, []]);
    const pages = panel === undefined ? [] : pagesOf(layout, panel);
    const keys = pages.map(({ name, keys: all }) => [
      name,
      all.map((key) => [key?.label, key?.press ?? key?.show, key?.with]),
    ]);
    const onScene = (place: object) => [
      ['Remaining', 'output.remaining', place],
      ['Stop', 'output.stop', place],
      ['Opener', 'clip.play', { ...place, number: '1', bank: 'news' }],
    ];
    expect(keys).toEqual([
      ['Main', onScene({ slot: 'main' })],
      ['Wall · left', onScene({ slot: 'wall', scene: 'left' })],
      ['Wall · right', onScene({ slot: 'wall', scene: 'right' })],
      ['Signals', [['Door', 'signal.toggle', { id: 'door' }]]],
      ['Cameras', [['Host: Wide', 'camera.recall', { id: 'cam-1', angle: 'wide' }]]],
      ['Macros', [['Opening', 'macro.run', { id: 'mac-1' }]]],
    ]);
  });

  it('@PANEL-4: have a page for each of several banks, and none for what the studio lacks', () => {
    const banks = [...studio.banks, { key: 'music', name: 'Music', clips: [] }];
    const layout = layoutWith({ banks, outputs: studio.outputs.slice(0, 1), signals: [], cameras: [], macros: [] });
    expect(pagesOf(layout, { id: 'one', name: 'One' }).map(({ name }) => name)).toEqual([
      'Main · News',
      'Main · Music',
    ]);
  });
});

describe('a panel of the studio file', () => {
  const stop = { press: 'output.stop', with: { slot: 'main' }, label: 'Stop', colour: 'red', hold: 600, confirm: true };
  const unset = { press: 'variable.set', with: { name: 'Sponsor', value: null } };
  const buttons = [
    { press: 'clip.play', with: { slot: 'main', number: 1 } },
    null,
    stop,
    { show: 'studio.status' },
    unset,
  ];
  const layout = layoutWith({ panels: [{ id: 'desk', name: 'Desk', pages: [{ name: 'Show', columns: 2, buttons }] }] });

  it('@PANEL-1: has its keys, with what the file leaves out', () => {
    const [desk] = panelsOf(layout);
    expect(desk && pagesOf(layout, desk)).toEqual([
      {
        name: 'Show',
        columns: 2,
        keys: [
          { ...plain, label: 'clip.play', press: 'clip.play', with: { slot: 'main', number: '1' } },
          null,
          {
            ...plain,
            label: 'Stop',
            press: 'output.stop',
            with: { slot: 'main' },
            colour: 'red',
            hold: 600,
            confirm: true,
          },
          { ...plain, label: 'studio.status', press: null, show: 'studio.status', with: {} },
          { ...plain, label: 'variable.set', press: 'variable.set', with: { name: 'Sponsor', value: '' } },
        ],
      },
    ]);
  });

  it('@LIMIT-3: calls what its keys name', () => {
    expect(callsOfPanel(layout, 'desk')).toEqual([
      { operation: 'clip.play', with: { slot: 'main', number: '1' } },
      { operation: 'output.stop', with: { slot: 'main' } },
      { operation: 'studio.status', with: {} },
      { operation: 'variable.set', with: { name: 'Sponsor', value: '' } },
    ]);
    const desk = { ...layout, panels: layout.panels?.map((one) => ({ ...one, station: 'alpha' })) ?? [] };
    expect(callsOfPanel(desk, 'desk')[1]).toMatchObject({ operation: 'output.stop', station: 'alpha' });
    expect(callsOfPanel(layout, 'gone')).toEqual([]);
  });

  it.each([
    ['neither press nor show', {}],
    ['both', { press: 'output.stop', show: 'output.get' }],
  ])('@PANEL-1: refuses a button with %s', (_, button) => {
    const panels = [{ id: 'desk', name: 'Desk', pages: [{ name: 'Show', buttons: [button] }] }];
    const read = readStudioLayout({ ...studio, panels });
    expect(E.isLeft(read) && formatIssues(read.left)).toMatch(
      /buttons\[0\]: expected a button with either press or show/,
    );
  });
});
