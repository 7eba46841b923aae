// The runtime state: how a stored one is adapted to a changed layout, and who may take the studio.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { pipe } from 'fp-ts/lib/function.js';
import { describe, expect, it } from 'vitest';
import type { LastRun } from '../../../domain/studio/last-run.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import {
  endPlaylist,
  initialRuntimeState,
  rememberPlaylist,
  fitRuntimeState,
  leadOf,
  isSameRuntimeState,
  activateBank,
  releaseStudio,
  setLead,
  setStatus,
  setVariable,
  takeStudio,
  RuntimeState,
} from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const first = initialRuntimeState(demoStudio);

const stored: RuntimeState = {
  status: 'on_air',
  holder: 'bravo',
  activeBank: 'music',
  variables: { ...first.variables, 'var-1': 'News', 'var-2': null, 'var-3': 7, 'var-4': 'ACME' },
  automations: {},
  lastRuns: { macros: {}, automations: {} },
  leads: {},
  playlists: [],
};

const lastRun: LastRun = {
  outcome: 'stopped',
  step: 2,
  error: null,
  startedAt: '2026-01-31T12:00:00.000Z',
  endedAt: '2026-01-31T12:00:01.000Z',
};

const changed = (changes: Partial<StudioLayout>): StudioLayout => ({ ...demoStudio, ...changes });

describe('a stored runtime state', () => {
  it('is unchanged when the layout is the same', () => {
    expect(fitRuntimeState(demoStudio, stored)).toEqual({ state: stored, discarded: [] });
  });

  it('may have no holder', () => {
    expect(fitRuntimeState(demoStudio, { ...stored, holder: null }).state.holder).toBeNull();
  });

  it('replaces a removed station and bank by those of the layout', () => {
    const layout = changed({
      stations: demoStudio.stations.filter(({ id }) => id === 'alpha'),
      banks: demoStudio.banks.filter(({ key }) => key === 'news'),
    });
    expect(fitRuntimeState(layout, stored)).toEqual({
      state: { ...stored, holder: 'alpha', activeBank: 'news' },
      discarded: ['the holder "bravo"', 'the active bank "music"'],
    });
  });

  it('discards variables that were removed or changed type, and adds new ones', () => {
    const layout = changed({
      variables: [
        ...demoStudio.variables.filter(({ id }) => id !== 'var-1' && id !== 'var-3'),
        { id: 'var-3', station: 'alpha', name: 'GuestCount', type: 'STRING', value: 'two' },
        { id: 'var-9', station: 'alpha', name: 'Fresh', type: 'NUMBER', value: 9 },
      ],
    });
    const { state, discarded } = fitRuntimeState(layout, stored);
    expect(discarded).toEqual([
      'the variable "var-1"',
      'the value of the variable "var-3" (expected a variable whose value is of its type, and not longer than 1024 ' +
        'characters; it is a STRING, and has a number)',
    ]);
    expect(state.variables).toEqual({
      'var-2': null,
      'var-3': 'two',
      'var-4': 'ACME',
      'var-5': false,
      'var-9': 9,
      'var-11': 'Tonight on Bravo',
    });
  });
});

describe('a text that is too long', () => {
  const ofLength = (length: number): RuntimeState => ({
    ...stored,
    variables: { ...stored.variables, 'var-1': 'x'.repeat(length) },
  });

  it('is reset to that of the layout, and described without the text', () => {
    const { state, discarded } = fitRuntimeState(demoStudio, ofLength(1_025));
    expect(state.variables['var-1']).toBe('Good morning');
    expect(discarded).toEqual([
      'the value of the variable "var-1" (expected a variable whose value is of its type, and not longer than 1024 ' +
        'characters; it is a STRING, and has a text of 1025 characters)',
    ]);
  });

  it('is kept up to 1024 characters', () => {
    expect(fitRuntimeState(demoStudio, ofLength(1_024))).toEqual({ state: ofLength(1_024), discarded: [] });
  });
});

describe('what is remembered of automations', () => {
  const remembered = { state: 'running', waited: [{ fromMs: 1, untilMs: 2 }], checkedAtMs: 2 } as const;

  it('is kept of those that still start with the service', () => {
    const [one, other] = demoStudio.automations;
    const automations = [one, other].flatMap((automation) => automation ?? []);
    const layout = changed({
      automations: automations.map((automation, at) => ({ ...automation, autostart: at === 0 })),
    });
    const before = { ...stored, automations: { 'auto-1': remembered, 'auto-2': remembered, 'auto-7': remembered } };
    expect(fitRuntimeState(layout, before).state.automations).toEqual({ 'auto-1': remembered });
  });

  it('is empty in the files of earlier versions', () => {
    const { automations: _, ...earlier } = stored;
    expect(RuntimeState.decode(earlier)).toEqual(E.right(stored));
  });
});

describe('the last runs', () => {
  const run = { lastRun, alarm: null };

  it('are kept of the macros and automations that the layout still has', () => {
    const layout = changed({
      macros: demoStudio.macros.filter(({ id }) => id === 'mac-1'),
      automations: demoStudio.automations.filter(({ id }) => id === 'auto-1'),
    });
    const lastRuns = { macros: { 'mac-1': run, 'mac-2': run }, automations: { 'auto-1': run, 'auto-2': run } };
    expect(fitRuntimeState(layout, { ...stored, lastRuns }).state.lastRuns).toEqual({
      macros: { 'mac-1': run },
      automations: { 'auto-1': run },
    });
  });

  it('may be missing in a file of an earlier version', () => {
    const { lastRuns, leads, ...earlier } = stored;
    expect(RuntimeState.decode(earlier)).toEqual(E.right({ ...stored, lastRuns, leads }));
  });
});

describe('the player that leads', () => {
  const attached = { connection: 'a' };
  const [main] = demoStudio.outputs.slice(0, 1).map((output) => ({ ...output, player: attached }));
  const withBackup = changed({ outputs: main === undefined ? [] : [{ ...main, backup: { connection: 'b' } }] });

  it('is the main one, until another is set', () => {
    expect(leadOf(first, 'out-1')).toBe('main');
    const state = pipe(first, setLead('out-1', 'backup'));
    expect(E.isRight(state) && leadOf(state.right, 'out-1')).toBe('backup');
  });

  it('is kept while the output has a backup', () => {
    const led = { ...stored, leads: { 'out-1': 'backup' as const } };
    expect(fitRuntimeState(withBackup, led).state.leads).toEqual(led.leads);
    expect(fitRuntimeState(demoStudio, led).state.leads).toEqual({});
  });
});

const playlist = {
  output: 'out-1',
  scene: 'full',
  bank: 'news',
  from: 'opener',
  until: 'weather',
  loop: false,
  clip: 'opener',
  next: 'headlines',
};

describe('the playlists', () => {
  const fitted = (changes: Partial<StudioLayout>, stored: readonly (typeof playlist)[] = [playlist]) =>
    fitRuntimeState(changed(changes), { ...first, playlists: stored }).state.playlists;
  const banks = (...keys: readonly string[]) =>
    demoStudio.banks.map((bank) => ({ ...bank, clips: bank.clips.filter(({ key }) => keys.includes(key)) }));

  it('run on while the layout has their scene, their present clip and both ends', () => {
    expect(fitted({})).toEqual([playlist]);
    expect(fitted({ banks: banks('opener', 'weather') })).toEqual([{ ...playlist, next: null }]);
    expect(fitted({ banks: banks('headlines', 'weather') })).toEqual([]);
    expect(fitted({ banks: banks('opener', 'headlines') })).toEqual([]);
    expect(fitted({ banks: [] })).toEqual([]);
    expect(fitted({ outputs: [] })).toEqual([]);
    expect(fitted({}, [{ ...playlist, scene: 'attic' }])).toEqual([]);
  });

  it('are one at most in a scene, and end there alone', () => {
    const other = { ...playlist, output: 'out-2', scene: 'left' };
    const both = pipe(first, rememberPlaylist(other), E.chain(rememberPlaylist(playlist)));
    const moved = pipe(both, E.chain(rememberPlaylist({ ...playlist, clip: 'weather' })));
    expect(moved).toEqual(E.right({ ...first, playlists: [other, { ...playlist, clip: 'weather' }] }));
    expect(pipe(both, E.chain(endPlaylist('out-1', 'full')))).toEqual(E.right({ ...first, playlists: [other] }));
    expect(endPlaylist('out-1', 'full')(first)).toEqual(E.right(first));
  });

  it('may be missing in a file of an earlier version', () => {
    const { playlists, ...earlier } = stored;
    expect(RuntimeState.decode(earlier)).toEqual(E.right({ ...stored, playlists }));
  });
});

describe('two runtime states', () => {
  const fields = Object.keys(first) as (keyof RuntimeState)[];
  const comparable = ({ variables, ...rest }: RuntimeState): string =>
    JSON.stringify([
      rest.status,
      rest.holder,
      rest.activeBank,
      rest.automations,
      rest.lastRuns,
      rest.leads,
      rest.playlists,
      Object.entries(variables).sort(),
    ]);
  const value = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string());
  const variables = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
  const state: fc.Arbitrary<RuntimeState> = fc.record({
    status: fc.constantFrom('on_air', 'off_air'),
    holder: fc.constantFrom('alpha', null),
    activeBank: fc.constantFrom('news', 'music'),
    variables,
    automations: fc.constantFrom({}, { 'auto-1': { state: 'paused' as const, waited: [], checkedAtMs: 1 } }),
    lastRuns: fc.constantFrom(
      { macros: {}, automations: {} },
      { macros: { 'mac-1': { lastRun, alarm: null } }, automations: {} },
      { macros: { 'mac-1': { lastRun, alarm: 'it failed' } }, automations: {} },
      { macros: {}, automations: { 'mac-1': { lastRun, alarm: null } } },
    ),
    leads: fc.constantFrom({}, { 'out-1': 'backup' as const }),
    playlists: fc.constantFrom([], [playlist]),
  });

  it('are equal exactly when all their values are', () => {
    fc.assert(
      fc.property(state, state, (one, other) => {
        const { variables, automations } = one;
        expect(isSameRuntimeState(one, { ...one, variables: { ...variables }, automations: { ...automations } })).toBe(
          true,
        );
        // Two random states are nearly always different in several fields.
        for (const field of fields) {
          const mixed = { ...one, [field]: other[field] };
          expect(isSameRuntimeState(one, mixed)).toBe(comparable(one) === comparable(mixed));
        }
      }),
    );
  });
});

describe('the studio', () => {
  it('is taken while no other station holds it, and released', () => {
    expect(takeStudio('alpha')({ ...first, holder: null })).toEqual(E.right({ ...first, holder: 'alpha' }));
    expect(takeStudio('alpha')(first)).toEqual(E.right(first));
    expect(E.isLeft(takeStudio('bravo')(first))).toBe(true);
    expect(releaseStudio(first)).toEqual(E.right({ ...first, holder: null }));
  });

  it('has another status, bank or value of a variable after a change of it', () => {
    expect(setStatus('on_air')(first)).toEqual(E.right({ ...first, status: 'on_air' }));
    expect(activateBank('music')(first)).toEqual(E.right({ ...first, activeBank: 'music' }));
    const variables = { ...first.variables, 'var-1': 'Flood' };
    expect(setVariable('var-1', 'Flood')(first)).toEqual(E.right({ ...first, variables }));
  });
});
