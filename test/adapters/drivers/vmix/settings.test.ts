// What the check of a studio file finds wrong with players of vMix.
import { expect, it } from 'vitest';
import { connectionIssues } from '../../../../application/connections/connection-issues.js';
import { connectionDrivers } from '../../../../infra/connection-drivers.js';
import { layoutWith } from '../bench.js';
import { output } from './bench.js';

const issuesOf = (first: object, second: object, connections: readonly string[] = []): readonly string[] => {
  const players = { 'out-1': { idle: 'Black', mixes: first }, [output]: { idle: 'Black', mixes: second } };
  const layout = layoutWith('vmix', { host: '127.0.0.1' }, { players });
  const more = connections.map((id) => ({ id, protocol: 'vmix', host: '127.0.0.2' }));
  const outputs = layout.outputs.map((one) =>
    one.id === output && more[0] !== undefined ? { ...one, player: { ...one.player, connection: more[0].id } } : one,
  );
  const all = { ...layout, outputs, connections: [...(layout.connections ?? []), ...more] };
  return connectionIssues(connectionDrivers, all).map(({ path, expected }) => `${path}: ${expected}`);
};

it('two outputs of a vMix have different mixes', () => {
  expect(issuesOf({ full: 1 }, { left: 2, right: 3 })).toEqual([]);
  expect(issuesOf({ full: 2 }, { left: 2, right: 3 })).toEqual([
    'outputs[1].player.mixes.left: another than mix 2, which the output "out-1" uses',
  ]);
});

it('outputs of different vMixes may have the same mix', () => {
  expect(issuesOf({ full: 2 }, { left: 2, right: 3 }, ['other'])).toEqual([]);
});

it('each scene has a mix, and each mix a scene', () => {
  expect(issuesOf({ full: 1 }, { left: 2, middle: 3 })).toEqual([
    'outputs[1].player.mixes: a mix for the scene right',
    'outputs[1].player.mixes.middle: a scene of the output: left, right',
  ]);
});
