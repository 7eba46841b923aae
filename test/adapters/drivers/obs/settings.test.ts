// What the check of a studio file finds wrong with players of OBS.
import { describe, expect, it } from 'vitest';
import { connectionIssues } from '../../../../application/connections/connection-issues.js';
import { connectionDrivers } from '../../../../infra/connection-drivers.js';
import { layoutWith } from '../bench.js';
import { output } from './bench.js';

const issuesOf = (player: object, settings: object = { mediaFolder: '/media' }): readonly string[] =>
  connectionIssues(
    connectionDrivers,
    layoutWith('obs', { host: '127.0.0.1' }, { settings: { ...settings }, players: { [output]: player } }),
  ).map(({ path, expected }) => `${path}: ${expected}`);

const inputs = (...names: readonly string[]) => ({ inputs: names });

describe('the check of a player of OBS', () => {
  it.each([
    [{ scenes: { left: inputs('A', 'B'), right: inputs('C') } }, []],
    [{ scenes: { left: inputs('A') } }, ['outputs[1].player.scenes: the media inputs of the scene "right"']],
    [
      { scenes: { left: inputs('A'), right: inputs('C'), middle: inputs('D') } },
      ['outputs[1].player.scenes.middle: a scene of the output: left, right'],
    ],
    [
      { scenes: { left: inputs('A', 'B'), right: inputs('B') } },
      ['outputs[1].player.scenes: the input "B" in one scene only'],
    ],
  ])('%j', (player, expected) => {
    expect(issuesOf(player)).toEqual(expected);
  });

  it('expects each input in one output only', () => {
    const players = {
      'out-1': { scenes: { full: inputs('A', 'B') } },
      [output]: { scenes: { left: inputs('B'), right: inputs('C') } },
    };
    const layout = layoutWith('obs', { host: '127.0.0.1' }, { settings: { mediaFolder: '/media' }, players });
    expect(connectionIssues(connectionDrivers, layout)).toEqual([
      {
        path: 'outputs[1].player.scenes.left.inputs',
        expected: 'another than the input "B", which the output "out-1" uses',
      },
    ]);
  });

  it('expects one or two inputs in a scene', () => {
    const [issue] = issuesOf({ scenes: { left: inputs(), right: inputs('C') } });
    expect(issue).toContain('outputs[1].player.scenes.left.inputs: a list of one or two media inputs');
  });

  it.each(['/srv/media', 'C:/Media', 'c:\\Media', '\\\\server\\media'])(
    'accepts the media folder %s',
    (mediaFolder) => {
      expect(issuesOf({ scenes: { left: inputs('A'), right: inputs('C') } }, { mediaFolder })).toEqual([]);
    },
  );

  it('refuses a relative media folder', () => {
    const [issue] = issuesOf({ scenes: { left: inputs('A'), right: inputs('C') } }, { mediaFolder: 'media' });
    expect(issue).toContain('connections[0].mediaFolder: an absolute path on the computer of OBS');
  });
});
