// The studio's layout: validation, look-up of records, and the initial runtime state.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import {
  indexLayout,
  readStudioLayout,
  type SettingsIssues,
  type StudioLayout,
} from '../../../domain/studio/layout.js';
import { initialRuntimeState, releaseStudio, RuntimeState, takeStudio } from '../../../domain/studio/runtime-state.js';
import { rightOf } from '../fixtures.js';

const signal = (id: string, identifier: string) => ({ id, identifier, name: id });
const output = (id: string, slot: string) => ({ id, slot, name: id, scenes: ['full'] });
const bank = (key: string) => ({ key, name: key, clips: [] });
const station = (id: string, name: string) => ({ id, name });
const camera = (id: string) => ({ id, name: id, angles: [] });
const macro = (id: string) => ({ id, name: id, steps: [] });
const variable = (id: string, owner: string, name: string) => ({ id, station: owner, name, type: 'STRING', value: id });
const automation = (id: string, owner: string) => ({
  id,
  station: owner,
  name: id,
  trigger: { everyMs: 1_000 },
  steps: [],
});

const described = {
  serverId: 'server-1',
  id: 'studio-1',
  name: 'Studio',
  status: 'off_air',
  holder: 'alpha',
  activeBank: 'news',
  stations: [station('alpha', 'Alpha FM'), station('bravo', 'Bravo TV')],
  signals: [signal('sig-1', 'red'), signal('sig-2', 'mic')],
  cameras: [camera('cam-1'), camera('cam-2')],
  outputs: [output('out-1', 'main'), output('out-2', 'wall')],
  banks: [bank('news'), bank('music')],
  macros: [macro('mac-1'), macro('mac-2')],
  automations: [automation('auto-1', 'alpha'), automation('auto-2', 'bravo')],
  variables: [variable('var-1', 'alpha', 'Headline'), variable('var-2', 'bravo', 'Headline')],
};

const layout: StudioLayout = rightOf(readStudioLayout(described));

const settingsIssue = (path: string) => ({ path, expected: 'other' });

const issuesOf = (changes: object, settings: SettingsIssues = { unknown: [], others: [] }): string => {
  const decoded = readStudioLayout({ ...described, ...changes }, () => settings);
  return E.isLeft(decoded) ? formatIssues(decoded.left) : 'none';
};

const another = (kind: string, field: string): string =>
  field === 'station and name'
    ? `${kind}[1].name: expected another name than that of ${kind}[0], of the same station`
    : `${kind}[1].${field}: expected another ${field} than that of ${kind}[0], ignoring case`;

/** Removes references to replaced stations or banks. */
const withoutReferences = (kind: string): object => ({
  ...(kind === 'stations' ? { automations: [], variables: [] } : {}),
  ...(kind === 'banks' ? { activeBank: 'news' } : {}),
});

describe('a layout', () => {
  it('is decoded unchanged', () => {
    expect(layout).toEqual(described);
    expect(issuesOf({ holder: null })).toBe('none');
  });

  it.each([
    ['stations', [station('alpha', 'A'), station('Alpha', 'B')], 'id'],
    ['stations', [station('alpha', 'A'), station('bravo', 'a')], 'name'],
    ['signals', [signal('s', 'a'), signal('S', 'b')], 'id'],
    ['signals', [signal('s', 'a'), signal('t', 'A')], 'identifier'],
    ['signals', [signal('s', 't\u00fcr'), signal('t', 'TU\u0308R')], 'identifier'],
    ['cameras', [camera('c'), camera('C')], 'id'],
    ['outputs', [output('o', 'a'), output('O', 'b')], 'id'],
    ['outputs', [output('o', 'a'), output('p', 'A')], 'slot'],
    ['banks', [bank('news'), bank('NEWS')], 'key'],
    ['macros', [macro('m'), macro('M')], 'id'],
    ['automations', [automation('a', 'alpha'), automation('A', 'bravo')], 'id'],
    ['variables', [variable('v', 'alpha', 'a'), variable('V', 'alpha', 'b')], 'id'],
    ['variables', [variable('v', 'alpha', 'a'), variable('w', 'alpha', 'A')], 'station and name'],
  ])('rejects %s that collide: %j', (kind, records, what) => {
    expect(issuesOf({ [kind]: records, holder: null, ...withoutReferences(kind) })).toBe(another(kind, what));
  });

  it('doesn’t compare missing names', () => {
    const nameless = (id: string) => ({ ...variable(id, 'alpha', ''), name: undefined });
    expect(issuesOf({ variables: [nameless('v'), nameless('w')] })).not.toContain('another name');
  });

  it('doesn’t confuse names that contain spaces', () => {
    const stations = [station('a b', 'A'), station('a', 'B')];
    const variables = [variable('v', 'a b', 'c'), variable('w', 'a', 'b c')];
    expect(issuesOf({ stations, variables, automations: [], holder: 'a' })).toBe('none');
  });

  it.each([
    ['holder', { holder: 'charlie' }, 'holder: expected the id of a station (alpha, bravo), got "charlie"'],
    ['active bank', { activeBank: 'sport' }, 'activeBank: expected the key of a bank (news, music), got "sport"'],
    [
      'variables’ stations',
      { variables: [variable('v', 'charlie', 'a')] },
      'variables[0].station: expected the id of a station (alpha, bravo), got "charlie"',
    ],
    [
      'automations’ stations',
      { automations: [automation('a', 'charlie')] },
      'automations[0].station: expected the id of a station (alpha, bravo), got "charlie"',
    ],
    ['banks, where it has any', { banks: [] }, 'activeBank: expected the key of a bank (there is none), got "news"'],
  ])('checks its %s', (_, changes, expectation) => {
    expect(issuesOf(changes)).toBe(expectation);
  });

  it('reports a field that is in the wrong record, and nothing else', () => {
    const outputs = [{ id: 'out-1', slot: 'main', name: 'Main' }];
    expect(issuesOf({ outputs }, { unknown: [settingsIssue('outputs[0].player.scenes')], others: [] })).toBe(
      'outputs[0].player.scenes: expected this field in outputs[0], so with another indentation',
    );
    const known = { ...outputs[0], scenes: ['full'], layers: { full: 10 } };
    expect(issuesOf({ outputs: [known] }, { unknown: [], others: [settingsIssue('outputs[0].player.layers')] })).toBe(
      'outputs[0].layers: expected this field in outputs[0].player, so with another indentation',
    );
  });

  it('has the issues that only drivers know', () => {
    const issues = { unknown: [settingsIssue('connections[0].hots')], others: [settingsIssue('connections[0].port')] };
    expect(issuesOf({}, issues)).toBe('connections[0].hots: expected other; connections[0].port: expected other');
  });

  it('@STUDIO-FILE-4: attaches a player with the address of its server to a connection', () => {
    const player = { protocol: 'casparcg', host: 'playout-1', channel: 1, layers: { full: 10 } };
    const outputs = [{ id: 'out-1', slot: 'main', name: 'Main', scenes: ['full'], player }];
    expect(readStudioLayout({ ...described, outputs, macros: [], automations: [] })).toMatchObject({
      right: {
        connections: [{ id: 'casparcg-playout-1', protocol: 'casparcg', host: 'playout-1' }],
        outputs: [{ player: { connection: 'casparcg-playout-1', channel: 1, layers: { full: 10 } } }],
      },
    });
    expect(issuesOf({ outputs: [{ ...outputs[0], player: { ...player, protocol: 'vhs' } }] })).toBe(
      'outputs[0].player.protocol: expected casparcg, or the field connection in place of protocol, host and port',
    );
  });

  it('@LEGACY-AUTH-12: never shows the ids that are passwords', () => {
    const long = 'secret-'.repeat(20);
    for (const issues of [issuesOf({ serverId: long }), issuesOf({ id: long })]) {
      expect(issues).toMatch(/^(serverId|id): expected a text of 1 to 64 characters/);
      expect(issues).not.toContain('secret-');
    }
    expect(issuesOf({ name: long.repeat(2) })).toContain('got the text "secret-');
  });

  it('reports issues with their paths', () => {
    expect(issuesOf({ status: 'live', signals: [signal('sig-1', '')], holder: 7 })).toBe(
      [
        'status: expected one of on_air, off_air, got the text "live"',
        'holder: expected a text of 1 to 64 characters without control or invisible characters or null, got the number 7; put it in quotes',
        'signals[0].identifier: expected a text of 1 to 64 characters without control or invisible characters, got the text ""',
      ].join('; '),
    );
  });
});

describe('records', () => {
  const records = indexLayout(layout);
  const found = (either: E.Either<unknown, { readonly id: string }>): string => rightOf(either).id;

  it('are found by id and by their other names', () => {
    expect(found(records.stations.find('ALPHA fm'))).toBe('alpha');
    expect(found(records.signals.find('Mic'))).toBe('sig-2');
    expect(found(records.outputs.find('WALL'))).toBe('out-2');
    expect(found(records.banks.find('Music'))).toBe('music');
    expect(found(records.cameras.find('CAM-1'))).toBe('cam-1');
    expect(found(records.macros.find('Mac-2'))).toBe('mac-2');
  });

  it('of a station are its own; no station has none', () => {
    expect(found(records.variablesOf('bravo').find('headline'))).toBe('var-2');
    expect(records.variablesOf('alpha').all.map(({ id }) => id)).toEqual(['var-1']);
    expect(found(records.automationsOf('alpha').find('AUTO-1'))).toBe('auto-1');
    expect(E.isLeft(records.automationsOf('alpha').find('auto-2'))).toBe(true);
    expect([null, 'charlie'].map((station) => records.variablesOf(station).all)).toEqual([[], []]);
    expect([null, 'charlie'].map((station) => records.automationsOf(station).all)).toEqual([[], []]);
  });
});

describe('the runtime state', () => {
  const first = initialRuntimeState(layout);

  it('starts with the values of the layout', () => {
    expect(first).toEqual({
      status: 'off_air',
      holder: 'alpha',
      activeBank: 'news',
      variables: { 'var-1': 'var-1', 'var-2': 'var-2' },
      automations: {},
      lastRuns: { macros: {}, automations: {} },
      leads: {},
      playlists: [],
    });
    expect(RuntimeState.is(first)).toBe(true);
  });

  it('lets a station take a free studio, or one it already holds', () => {
    const free = { ...first, holder: null };
    expect(releaseStudio(first)).toEqual(E.right(free));
    expect(takeStudio('bravo')(free)).toEqual(E.right({ ...first, holder: 'bravo' }));
    expect(takeStudio('alpha')(first)).toEqual(E.right(first));
    expect(releaseStudio(free)).toEqual(E.right(free));
  });

  it('doesn’t let a station take it from another', () => {
    expect(takeStudio('bravo')(first)).toEqual(
      E.left({ code: 'conflict', message: 'the station "alpha" holds the studio' }),
    );
  });
});
