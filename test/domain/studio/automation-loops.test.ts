// Which automations of a studio file trigger themselves again at once (AUTOMATION-21).
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { findAutomationLoops } from '../../../domain/studio/automation-loops.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';

const line = (id: string) => ({ id, identifier: id, name: id });

const studio = {
  serverId: 'server-1',
  id: 'studio-1',
  name: 'Studio',
  status: 'off_air',
  holder: null,
  activeBank: 'news',
  stations: [{ id: 'alpha', name: 'Alpha' }],
  signals: [line('a'), line('b'), line('c')],
  cameras: [{ id: 'cam-1', name: 'Host', angles: [{ id: 'wide', name: 'Wide' }] }],
  outputs: [{ id: 'out-1', slot: 'main', name: 'Main', scenes: ['full', 'small'] }],
  banks: [{ key: 'news', name: 'News', clips: [{ number: 1, key: 'opener', name: 'Opener' }] }],
  variables: [{ id: 'var-1', station: 'alpha', name: 'Headline', type: 'STRING', value: null }],
  macros: [{ id: 'mac-1', name: 'Flash', steps: [{ pulse: { signal: 'c' } }] }],
};

interface Reaction {
  readonly trigger: unknown;
  readonly steps: readonly unknown[];
  readonly when?: readonly unknown[];
}

const signal = (id: string, on = true, forMs?: number) => ({ signal: { signal: id, on, ...(forMs && { forMs }) } });
const pulse = (id: string) => ({ pulse: { signal: id } });
const turn = (id: string, on: boolean) => ({ switch: { signal: id, on } });
const wait = (waitMs: number) => ({ waitMs });
const play = { play: { output: 'out-1', scene: 'full', clip: 'opener' } };
const started = (scene?: string) => ({ clip: { output: 'out-1', is: 'started', ...(scene && { scene }) } });
const becomes = (value: string) => ({ variable: { variable: 'var-1', becomes: value } });
const set = (value: string) => ({ set: { variable: 'var-1', value } });

/** Returns the automations of a studio file that are refused, by their numbers, and the words for the first. */
const refused = (reactions: readonly Reaction[]): readonly [numbers: readonly string[], words: string] => {
  const automations = reactions.map((one, at) => ({ id: `auto-${String(at)}`, station: 'alpha', name: 'A', ...one }));
  const read = readStudioLayout({ ...studio, automations });
  const issues = E.isLeft(read) ? read.left : [];
  return [issues.map(({ path }) => path.replace(/^automations\[(\d+)\]\.trigger$/, '$1')), issues[0]?.expected ?? ''];
};

const loops: Readonly<Record<string, readonly Reaction[]>> = {
  'a pulse of its own signal': [{ trigger: signal('a'), steps: [pulse('a')] }],
  'a signal that it switches off and on': [{ trigger: signal('a'), steps: [turn('a', false), turn('a', true)] }],
  'one of several triggers': [{ trigger: [signal('b'), signal('a')], steps: [pulse('a')] }],
  'a signal that stays for less than a second': [{ trigger: signal('a', true, 999), steps: [pulse('a')] }],
  'steps that wait for less than a second': [{ trigger: signal('a'), steps: [wait(500), wait(499), pulse('a')] }],
  'a clip that it starts': [{ trigger: started(), steps: [play] }],
  'a clip that it starts in the scene': [
    { trigger: started('full'), steps: [{ take: { output: 'out-1', scene: 'full' } }] },
  ],
  'on and off air': [{ trigger: { studio: 'on_air' }, steps: [{ studio: 'off_air' }, { studio: 'on_air' }] }],
  'a variable': [{ trigger: becomes('x'), steps: [set('y'), set('x')] }],
  'the macro that it runs': [
    { trigger: { macro: { macro: 'mac-1', is: 'done' } }, steps: [{ run: { macro: 'mac-1' } }] },
  ],
  'a macro that pulses': [{ trigger: signal('c'), steps: [{ run: { macro: 'mac-1' } }] }],
};

const harmless: Readonly<Record<string, readonly Reaction[]>> = {
  'a signal that is on already': [{ trigger: signal('a'), steps: [turn('a', true)] }],
  'a signal that it switches off only': [{ trigger: signal('a'), steps: [turn('a', false)] }],
  'a signal that stays for a second': [{ trigger: signal('a', true, 1_000), steps: [pulse('a')] }],
  'steps that wait for a second': [{ trigger: signal('a'), steps: [wait(600), wait(400), pulse('a')] }],
  'a condition': [
    { trigger: signal('a'), steps: [pulse('a')], when: [{ between: ['08:00', '09:00'] }, { weekdays: ['mon'] }] },
  ],
  'the end of a clip': [{ trigger: { clip: { output: 'out-1', is: 'ended' } }, steps: [play] }],
  'a clip in another scene': [{ trigger: started('small'), steps: [play] }],
  'a clock': [{ trigger: { minuteOfHour: 0 }, steps: [pulse('a')] }],
  'a pause': [{ trigger: { everyMs: 1 }, steps: [pulse('a')] }],
  'a step that concerns nothing': [
    {
      trigger: signal('a'),
      steps: [
        { activate: { bank: 'news' } },
        { cue: play.play },
        { stop: { output: 'out-1' } },
        { endPlaylist: { output: 'out-1', scene: 'full' } },
        { recall: { camera: 'cam-1', angle: 'wide' } },
      ],
    },
  ],
  'what no step brings': [
    { trigger: { station: 'taken' }, steps: [pulse('a')] },
    { trigger: { alarm: { is: 'raised' } }, steps: [pulse('a')] },
    { trigger: { tally: { output: 'out-1', is: 'off' } }, steps: [{ stop: { output: 'out-1' } }] },
    { trigger: { device: { id: 'a', is: 'away' } }, steps: [pulse('a')] },
  ],
  'a chain': [
    { trigger: signal('a'), steps: [pulse('b')] },
    { trigger: signal('b'), steps: [pulse('c')] },
  ],
};

it.each(Object.entries(loops))('@AUTOMATION-21: %s is refused as a loop', (_, reactions) => {
  expect(refused(reactions)[0]).toEqual(['0']);
});

it.each(Object.entries(harmless))('%s is no loop', (_, reactions) => {
  expect(refused(reactions)).toEqual([[], '']);
});

it('macros are expanded once, however often they run each other, and take their time each time', () => {
  const doubling = Array.from({ length: 60 }, (_, at) => ({
    id: `m-${String(at)}`,
    name: 'M',
    steps: [{ run: { macro: `m-${String(at + 1)}` } }, { run: { macro: `m-${String(at + 1)}` } }],
  }));
  const macros = [...doubling, { id: 'm-60', name: 'M', steps: [{ waitMs: 100 }] }];
  const automation = (macro: string) => ({
    id: 'it',
    station: 'alpha',
    name: 'It',
    trigger: { signal: { signal: 'a', on: true } } as const,
    steps: [{ run: { macro } }, { pulse: { signal: 'a' } }],
  });
  const loops = (macro: string) => findAutomationLoops({ macros, automations: [automation(macro)] }).length;
  expect(['m-57', 'm-56', 'm-0', 'unknown'].map(loops)).toEqual([1, 0, 0, 1]);
});

it('of automations that trigger each other, each is named with the others, but none that only follows', () => {
  const [numbers, words] = refused([
    { trigger: signal('a'), steps: [pulse('b')] },
    { trigger: signal('b'), steps: [turn('c', true), turn('c', false)] },
    { trigger: signal('c'), steps: [pulse('a')] },
    { trigger: signal('c'), steps: [{ studio: 'on_air' }] },
  ]);
  expect(numbers).toEqual(['0', '1', '2']);
  expect(words).toContain('its own steps, those of "auto-1", those of "auto-2"');
});

it('in a loop of many, five others are named', () => {
  const many = Array.from({ length: 2_000 }, () => ({ trigger: signal('a'), steps: [pulse('a')] }));
  const [numbers, words] = refused(many);
  expect(numbers).toHaveLength(2_000);
  expect(words).toContain('those of "auto-4", those of "auto-5", and of 1994 more)');
});
