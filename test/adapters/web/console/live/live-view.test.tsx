// A live state: its outputs and all else.
import { expect, it } from 'vitest';
import type { LiveEntryItem, LiveStateItem } from '../../../../../adapters/web/console/api/contract.js';
import { LiveView } from '../../../../../adapters/web/console/live/live-view.js';
import { Outputs } from '../../../../../adapters/web/console/live/outputs.js';
import { show, text } from '../../page-bench.js';
import { serviceOf, studioOf } from '../fixtures.js';

type Scene = Extract<LiveEntryItem, { readonly kind: 'scene' }>;
const scene: Scene = {
  ...{ kind: 'scene', output: 'Main', scene: 'a', clip: 'News', cued: null, tally: 'program', connected: true },
  ...{ remainingMs: null, durationMs: null, paused: false, loop: false },
};

it.each<[Partial<Scene>, RegExp]>([
  [{}, /a On air News Unknown$/],
  [{ clip: null }, /a Off Nothing$/],
  [{ clip: null, cued: 'Late' }, /a Preview Nothing Next: Late$/],
  [{ clip: null, scene: null }, /Main On air Nothing$/],
  [{ tally: null }, /a Unknown News/],
  [{ connected: false }, /a Not connected News/],
  [{ remainingMs: 65_000 }, /News 1:05$/],
  [{ paused: true, loop: true }, / Paused$/],
  [{ loop: true }, /loop Loops$/],
  [{ clip: null, remainingMs: 5 }, /Nothing$/],
  [{ other: { player: 'backup', connected: true, clip: 'News' } }, /a main leads On air News backup: News/],
  [{ other: { player: 'backup', connected: false, clip: null } }, /News backup: not connected/],
  [{ other: { player: 'main', connected: true, clip: null } }, /a backup leads On air News main: nothing/],
])('the scene with %j reads %s', (change, wanted) => {
  show(<Outputs scenes={[{ ...scene, ...change }]} receivedAtMs={9e15} />);
  expect(text()).toMatch(wanted);
});

it('signals, cameras, macros and automations have each their own state', () => {
  const signal = (name: string, connected: boolean, value: boolean | null) =>
    ({ kind: 'signal', name, connected, value }) as const;
  const entries: readonly LiveEntryItem[] = [
    ...[signal('s1', true, true), signal('s2', true, false), signal('s3', true, null), signal('s4', false, true)],
    { kind: 'camera', name: 'c1', connected: true, tally: 'preview' },
    { kind: 'camera', name: 'c2', connected: false, tally: 'program' },
    { kind: 'macro', name: 'm1', step: 2, steps: 5 },
    { kind: 'automation', name: 'a1', state: 'failed' },
  ];
  const state: LiveStateItem = { status: 'off_air', holder: 'Alpha FM', entries, unreadable: ['outputs'], notShown: 3 };
  const studio = studioOf('a', { service: serviceOf({ alarms: [{}], furtherAlarms: 2 }) });
  show(<LiveView received={{ state, receivedAtMs: 0, time: '' }} studio={studio} />);
  expect(text()).toContain('Status Off air Held by Alpha FM Alarms 3 open');
  expect(text()).toContain('Outputs Reading outputs is switched off in Features.');
  expect(text()).toContain('Macros Running m1 step 2 of 5 Automations Failed a1');
  expect(text()).toContain('Cameras Preview c1 Not connected c2');
  expect(text()).toContain('s1 on s2 off s3 unknown s4 not connected 3 more records are not shown.');
});
