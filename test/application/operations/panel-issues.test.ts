import { describe, expect, it } from 'vitest';
import { studioRecordOperations } from '../../../application/operations/catalogue.js';
import { panelIssues } from '../../../application/operations/panel-issues.js';
import { formatIssues } from '../../../domain/codec/issues.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const issuesOf = panelIssues(studioRecordOperations);

const parametered = { id: 'mac-9', name: 'Guest', steps: [], parameters: [{ name: 'guest', type: 'STRING' }] };

const issuesIn = (button: object): string =>
  formatIssues(
    issuesOf({
      ...demoStudio,
      macros: [...demoStudio.macros, parametered],
      panels: [{ id: 'desk', name: 'Desk', pages: [{ name: 'One', buttons: [null, button] }] }],
    }),
  );

const at = 'panels[0].pages[0].buttons[1]';

describe('the keys of panels', () => {
  it('@PANEL-2: of the demo studio are right', () => {
    expect(issuesOf(demoStudio)).toEqual([]);
  });

  it.each([
    { press: 'clip.play', with: { slot: 'MAIN', number: 'weather', bank: 'news' } },
    { press: 'clip.play', with: { slot: 'out-2', number: 2, scene: 'LEFT' } },
    { press: 'camera.recall', with: { id: 'cam-1', angle: 'close' } },
    { press: 'macro.run', with: { id: 'mac-9', guest: 'Ada' } },
    { press: 'variable.set', with: { name: 'Sponsor', value: '' } },
    { press: 'station.take', with: { id: 'Alpha FM' } },
    { press: 'studio.onair' },
    { show: 'output.remaining', with: { slot: 'wall', scene: 'left' } },
  ])('@PANEL-2: %j is right', (button) => {
    expect(issuesIn(button)).toBe('');
  });

  it.each([
    [{ press: 'clip.plya' }, `${at}.press: expected an action of the API (studio.onair, `],
    [{ press: 'output.remaining' }, `${at}.press: expected an action of the API (`],
    [{ show: 'output.stop' }, `${at}.show: expected a read of the API (`],
    [{ press: 'output.stop' }, `${at}.with.slot: expected a text, got nothing`],
    [
      { press: 'output.stop', with: { slot: 'mian' } },
      `${at}.with.slot: expected a name that the studio has (main, out-1, wall, out-2), got "mian"`,
    ],
    [
      { press: 'output.stop', with: { slot: 'wall', scene: 'top' } },
      `${at}.with.scene: expected a name that the studio has (left, right), got "top"`,
    ],
    [
      { press: 'output.stop', with: { slot: 'main', speed: 2 } },
      `${at}.with.speed: expected a parameter of output.stop (slot, scene)`,
    ],
    [{ press: 'output.stop', with: { slot: 'main', wait: 0 } }, `${at}.with.wait: expected a parameter of output.stop`],
    [
      { press: 'clip.play', with: { slot: 'main', number: 99 } },
      `${at}.with.number: expected number or key of a clip of some bank, got "99"`,
    ],
    [
      { press: 'clip.play', with: { slot: 'main', number: 3, bank: 'music' } },
      `${at}.with.number: expected number or key of a clip of that bank, got "3"`,
    ],
    [
      { press: 'clip.play', with: { slot: 'main', number: 3, bank: 'none' } },
      `${at}.with.bank: expected a name that the studio has (news, music), got "none"`,
    ],
    [
      { press: 'signal.pulse', with: { id: 'door-lock', ms: 5 } },
      `${at}.with.ms: expected a whole number of milliseconds from 50 to 10000, got "5"`,
    ],
    [
      { press: 'camera.recall', with: { id: 'cam-1', angle: 'far' } },
      `${at}.with.angle: expected a name that the studio has (wide, close, profile), got "far"`,
    ],
    [
      { press: 'macro.run', with: { id: 'mac-9', host: 'Ada' } },
      `${at}.with.host: expected a parameter of macro.run (id, guest)`,
    ],
  ] as const)('@PANEL-2: %j is refused', (button, expected) => {
    expect(issuesIn(button)).toContain(expected);
  });
});
