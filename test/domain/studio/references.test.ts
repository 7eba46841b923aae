// References between a studio's records, also when the studio has other issues.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { findBrokenScenes } from '../../../domain/studio/scene-references.js';
import { readStudioLayout } from '../../../domain/studio/layout.js';
import { findBrokenReferences } from '../../../domain/studio/references.js';
import { token } from '../fixtures.js';

const clip = (number: number, key: string) => ({ number, key, name: key, durationMs: 1_000 });

const studio = {
  stations: [{ id: 'alpha', name: 'Alpha' }],
  banks: [
    { key: 'news', name: 'News', clips: [clip(1, 'opener')] },
    { key: 'music', name: 'Music', clips: [clip(2, 'bed'), clip(3, '31')] },
  ],
  outputs: [{ id: 'out-1', slot: 'main', name: 'Main', scenes: ['left', 'right'] }],
  cameras: [{ id: 'cam-1', name: 'Host', angles: [{ id: 'wide', name: 'Wide' }] }],
  signals: [{ id: 'sig-1', identifier: 'red', name: 'Red' }],
  variables: [{ id: 'var-1', station: 'alpha', name: 'Guests', type: 'NUMBER', value: 1 }],
};

const withStep = (step: unknown, kind = 'macros') => ({
  ...studio,
  [kind]: [{ id: 'it', ...(kind === 'automations' && { station: 'alpha' }), steps: [{ waitMs: 1 }, step] }],
});

const issuesIn = (input: unknown): string => formatIssues(findBrokenReferences(input));

const playing = (changes: object) => ({ play: { output: 'out-1', scene: 'left', clip: 'opener', ...changes } });

describe('a step', () => {
  it.each([
    playing({}),
    playing({ clip: 'bed' }),
    playing({ clip: '2', bank: 'Music' }),
    playing({ clip: '002', bank: 'music' }),
    playing({ clip: '31', bank: 'music' }),
    playing({ clip: '31' }),
    { recall: { camera: 'cam-1', angle: 'wide' } },
    { switch: { signal: 'sig-1', on: true } },
    { cue: { output: 'out-1', scene: 'left', clip: 'bed' } },
    { take: { output: 'out-1', scene: 'right' } },
    { stop: { output: 'out-1' } },
    { pulse: { signal: 'sig-1' } },
    { playlist: { output: 'out-1', scene: 'left', bank: 'music', from: '2', until: 'bed' } },
    { endPlaylist: { output: 'out-1', scene: 'left' } },
    { set: { variable: 'var-1', value: 2 } },
    { set: { variable: 'var-1', value: '2.5' } },
    { set: { variable: 'var-1', value: null } },
    { activate: { bank: 'music' } },
    { studio: 'on_air' },
    { waitMs: 7 },
    'nonsense',
    null,
  ])('may reference what exists: %j', (step) => {
    expect(issuesIn(withStep(step))).toBe('');
  });

  it.each([
    [playing({ output: 'out-9' }), 'play.output: expected the id of an output (out-1), got "out-9"'],
    [playing({ scene: 'full' }), 'play.scene: expected a scene of the output (left, right), got "full"'],
    [playing({ clip: 'weather' }), 'play.clip: expected number or key of a clip of some bank, got "weather"'],
    [playing({ bank: 'music' }), 'play.clip: expected number or key of a clip of the bank "music", got "opener"'],
    [playing({ bank: 'sport' }), 'play.bank: expected the key of a bank (news, music), got "sport"'],
    [{ recall: { camera: 'cam-2', angle: 'x' } }, 'recall.camera: expected the id of a camera (cam-1), got "cam-2"'],
    [{ recall: { camera: 'cam-1', angle: 'x' } }, 'recall.angle: expected an angle of the camera (wide), got "x"'],
    [{ switch: { signal: 'red' } }, 'switch.signal: expected the id of a signal (sig-1), got "red"'],
    [{ pulse: { signal: 'red' } }, 'pulse.signal: expected the id of a signal (sig-1), got "red"'],
    [{ stop: { output: 'out-2' } }, 'stop.output: expected the id of an output (out-1), got "out-2"'],
    [{ take: { output: 'out-1', scene: 'x' } }, 'take.scene: expected a scene of the output (left, right), got "x"'],
    [
      { cue: { output: 'out-1', scene: 'left', clip: 'weather' } },
      'cue.clip: expected number or key of a clip of some bank, got "weather"',
    ],
    [
      { cue: { output: 'out-1', scene: 'full', clip: 'bed' } },
      'cue.scene: expected a scene of the output (left, right), got "full"',
    ],
    [
      { playlist: { output: 'out-1', scene: 'left', bank: 'music', until: 'opener' } },
      'playlist.until: expected number or key of a clip of the bank "music", got "opener"',
    ],
    [
      { playlist: { output: 'out-1', scene: 'left', bank: 'sport', from: 'opener' } },
      'playlist.bank: expected the key of a bank (news, music), got "sport"',
    ],
    [{ next: { output: 'out-1', scene: 'x' } }, 'next.scene: expected a scene of the output (left, right), got "x"'],
    [{ activate: { bank: 'sport' } }, 'activate.bank: expected the key of a bank (news, music), got "sport"'],
    [
      { set: { variable: 'var-1', value: 'two' } },
      'set.value: expected a value of the type NUMBER, got the text "two"',
    ],
    [{ run: { macro: 'mac-9' } }, expect.stringContaining('run.macro: expected the id of a macro') as string],
    [{ switch: { signal: '${line}', on: true } }, expect.stringContaining('got "${line}"') as string],
  ])('may not reference what doesn’t exist: %j', (step, what) => {
    for (const kind of ['macros', 'automations'])
      expect(issuesIn(withStep(step, kind))).toEqual(typeof what === 'string' ? `${kind}[0].steps[1].${what}` : what);
  });

  it('may reference a clip of an invalid bank, which has an issue of its own', () => {
    for (const invalid of [{ key: 'news', clips: 'none' }, { clips: [] }])
      expect(issuesIn({ ...withStep(playing({ clip: 'weather' })), banks: [invalid] })).toBe('');
  });

  it('may reference a record next to an invalid one', () => {
    expect(issuesIn({ ...withStep({ switch: { signal: 'sig-1' } }), signals: [{}, ...studio.signals] })).toBe('');
    const set = { set: { variable: 'var-1', value: 2 } };
    expect(issuesIn({ ...withStep(set), variables: [{ station: 'alpha' }, ...studio.variables] })).toBe('');
  });

  it('names clips in either Unicode form, and ids as they are written', () => {
    const banks = [{ key: 'f\u00fcr', name: 'F', clips: [clip(1, 'tu\u0308r')] }];
    expect(issuesIn({ ...withStep(playing({ clip: 'T\u00dcR', bank: 'fu\u0308r' })), banks })).toBe('');
    const signals = [{ ...studio.signals[0], id: 't\u00fcr' }];
    expect(issuesIn({ ...withStep({ switch: { signal: 'tu\u0308r', on: true } }), signals })).toContain(
      'got "tu\u0308r" with accents stored in another Unicode form (NFC, NFD); copy it from the record',
    );
  });

  it('without references is checked by its codec', () => {
    expect(issuesIn(withStep({ play: {} }))).toBe('');
  });
});

describe('the graphics of an output', () => {
  const withGraphic = (graphic: object) => ({
    outputs: [{ ...studio.outputs[0], graphics: [{ scene: 'left', fields: {}, ...graphic }] }],
    variables: [{ id: 'var-1', name: 'Headline' }, {}],
  });
  const issues = (graphic: object) => formatIssues(findBrokenScenes(withGraphic(graphic)));

  it('are of scenes of the output', () => {
    expect(issues({})).toBe('');
    expect(issues({ scene: 'full' })).toBe(
      'outputs[0].graphics[0].scene: expected a scene of the output (left, right), got "full"',
    );
    expect(issues({ scene: 7 })).toBe('');
  });

  it('are filled from variables, named by id or name in any case', () => {
    expect(issues({ fields: { a: 'VAR-1', b: 'headline', c: 7 } })).toBe('');
    expect(issues({ fields: { a: 'Sponsor' } })).toBe(
      'outputs[0].graphics[0].fields.a: expected the id or name of a variable, got "Sponsor"',
    );
    expect([null, 'x', undefined].map((fields) => issues({ fields }))).toEqual(['', '', '']);
  });
});

describe('any input', () => {
  it('is rejected without an exception', () => {
    const names = fc.constantFrom(
      ...[
        'holder',
        'outputs',
        'banks',
        'macros',
        'steps',
        'play',
        'clips',
        'id',
        'player',
        'layers',
        'graphics',
        'fields',
        'variables',
      ],
    );
    const input = fc.letrec((tie) => ({
      any: fc.oneof(fc.string(), fc.integer(), fc.constant(null), tie('list'), tie('record')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      record: fc.dictionary(names, tie('any'), { maxKeys: 6 }),
    })).any;
    fc.assert(
      fc.property(input, (value) => {
        expect(readStudioLayout(value)._tag).toBe('Left');
      }),
    );
  });
});

describe('a step that sets a variable', () => {
  it('sets one of the automation’s own station', () => {
    const set = { set: { variable: 'var-1', value: 1 } };
    const automations = [{ id: 'it', station: 'bravo', steps: [set] }];
    const stations = ['alpha', 'bravo'].map((id) => ({ id, name: id }));
    expect(issuesIn({ ...studio, stations, automations })).toBe(
      'automations[0].steps[0].set.variable: expected the id of a variable of the station (there is none), got "var-1"',
    );
  });
});

describe('a macro with parameters', () => {
  const parameters = [
    { name: 'guest', type: 'NUMBER' },
    { name: 'angle', type: 'STRING', default: 'wide' },
  ];
  const issuesOf = (step: unknown, others: readonly unknown[] = []): string =>
    issuesIn({ ...studio, macros: [{ id: 'mac-1', parameters, steps: [step] }, ...others] });

  it.each([
    { recall: { camera: 'cam-${guest}', angle: '${angle}' } },
    { recall: { camera: 'cam-1', angle: '${angle}' } },
    { set: { variable: 'var-1', value: '${guest}' } },
  ])('may have %j', (step) => {
    expect(issuesOf(step)).toBe('');
  });

  it('may have no placeholder of another parameter', () => {
    expect(issuesOf({ set: { variable: 'var-1', value: '${gest}' } })).toBe(
      'macros[0].steps[0].set.value: expected placeholders of declared parameters only, got "${gest}"',
    );
  });

  it('of an automation has no placeholder at all', () => {
    const step = { set: { variable: 'var-1', value: '${guest}' } };
    const automations = [{ id: 'auto-1', station: 'alpha', parameters, steps: [step] }];
    expect(issuesIn({ ...studio, automations })).toBe(
      'automations[0].steps[0].set.value: expected placeholders of declared parameters only, got "${guest}"',
    );
  });

  it('is checked with the defaults of its parameters', () => {
    expect(issuesOf({ switch: { signal: 'sig-${angle}', on: true } })).toContain('got "sig-wide"');
  });

  it('may have an invalid parameter, which has an issue of its own', () => {
    const invalid = [{ type: 'STRING' }, ...parameters];
    const macros = [
      { id: 'mac-1', parameters: invalid, steps: [{ recall: { camera: 'cam-1', angle: '${angle}' } }] },
      { id: 'mac-2', steps: [{ run: { macro: 'mac-1' } }] },
    ];
    expect(issuesIn({ ...studio, macros })).toBe('');
  });

  const outer = (given: unknown) => [{ id: 'mac-2', steps: [{ run: { macro: 'mac-1', with: given } }] }];

  it.each([
    [{ guest: 2 }, ''],
    [{ guest: '2', angle: 'close' }, ''],
    [{}, 'macros[1].steps[0].run.with.guest: expected a value of type NUMBER, got nothing'],
    [undefined, 'macros[1].steps[0].run.with.guest: expected a value of type NUMBER, got nothing'],
    [null, 'macros[1].steps[0].run.with.guest: expected a value of type NUMBER, got nothing'],
    ['guest', 'macros[1].steps[0].run.with.guest: expected a value of type NUMBER, got nothing'],
    [{ guest: ['no value'] }, ''],
    [{ guest: 'two' }, 'macros[1].steps[0].run.with.guest: expected a decimal number, got "two"'],
    [{ guest: token(1) }, 'macros[1].steps[0].run.with.guest: expected a decimal number, got "***"'],
    [
      { guest: 2, seat: 1 },
      'macros[1].steps[0].run.with.seat: expected a parameter of the macro (guest, angle), got "seat"',
    ],
  ])('is run by another macro with %j', (given, issues) => {
    expect(issuesOf({ waitMs: 1 }, outer(given))).toBe(issues);
  });

  it('may be given the parameter of another macro', () => {
    const step = { run: { macro: 'mac-2', with: { guest: '${guest}' } } };
    expect(issuesOf(step, [{ id: 'mac-2', parameters, steps: [] }])).toBe('');
  });
});

describe('macros that run each other', () => {
  const running = (id: string, ...others: readonly string[]) => ({
    id,
    steps: others.map((macro) => ({ run: { macro } })),
  });
  const issuesOf = (...macros: readonly unknown[]): string => issuesIn({ ...studio, macros });

  it('may do so in any order without a cycle', () => {
    expect(issuesOf(running('a', 'b', 'c', 'b'), running('b', 'c'), running('c'), running('d', 'a'))).toBe('');
  });

  it('may not run themselves', () => {
    expect(issuesOf(running('a', 'a'))).toBe(
      'macros[0].steps[0].run.macro: expected a macro that does not run itself, got "a"',
    );
  });

  it('may not run themselves through others', () => {
    expect(issuesOf(running('a', 'b'), running('b', 'd', 'c'), running('c', 'a'), running('d'))).toBe(
      [
        'macros[0].steps[0].run.macro: expected a macro that does not run itself, got "b"',
        'macros[1].steps[1].run.macro: expected a macro that does not run itself, got "c"',
        'macros[2].steps[0].run.macro: expected a macro that does not run itself, got "a"',
      ].join('; '),
    );
  });
});

describe('an event or a condition of an automation', () => {
  const cameras = [{ id: 'cam-1', name: 'Host', angles: [], shownBy: [{ output: 'out-1', clip: 'opener' }] }];
  const issuesWith = (fields: object): string =>
    issuesIn({ ...studio, cameras, automations: [{ id: 'it', station: 'alpha', steps: [], ...fields }] });

  it.each([
    { signal: { signal: 'sig-1', on: true } },
    { clip: { output: 'out-1', scene: 'left', is: 'ended' } },
    { station: 'taken', by: 'alpha' },
    { holder: null },
    { variable: { variable: 'var-1', becomes: 2 } },
    { variable: { variable: 'var-1', is: null } },
    { tally: { output: 'out-1', is: 'off' } },
    { tally: { camera: 'cam-1', is: 'off' } },
    { device: { id: 'cam-1', is: 'away' } },
    'nonsense',
    null,
  ])('may reference what exists: %j', (one) => {
    expect(issuesWith({ trigger: one, when: [one] })).toBe('');
  });

  it.each([
    [{ signal: { signal: 'red' } }, 'signal.signal: expected the id of a signal (sig-1), got "red"'],
    [{ clip: { output: 'out-2' } }, 'clip.output: expected the id of an output (out-1), got "out-2"'],
    [{ clip: { output: 'out-1', scene: 'x' } }, 'clip.scene: expected a scene of the output (left, right), got "x"'],
    [{ station: 'taken', by: 'bravo' }, 'by: expected the id of a station (alpha), got "bravo"'],
    [{ holder: 'bravo' }, 'holder: expected the id of a station (alpha), got "bravo"'],
    [
      { variable: { variable: 'x', is: 1 } },
      'variable.variable: expected the id of a variable of the station (var-1), got "x"',
    ],
    [{ variable: { variable: 'var-1', becomes: '2' } }, 'variable.becomes: expected a value of the type NUMBER'],
    [{ variable: { variable: 'var-1', is: true } }, 'variable.is: expected a value of the type NUMBER'],
    [{ tally: { output: 'x' } }, 'tally.output: expected the id of an output (out-1), got "x"'],
    [{ tally: { camera: 'x' } }, 'tally.camera: expected the id of a camera that has shownBy (cam-1), got "x"'],
    [{ macro: { macro: 'x' } }, 'macro.macro: expected the id of a macro (there is none), got "x"'],
    [
      { device: { id: 'x' } },
      'device.id: expected the id of an output, signal or camera (out-1, sig-1, cam-1), got "x"',
    ],
  ])('may not reference what does not exist: %j', (one, issue) => {
    expect(issuesWith({ trigger: [{ everyMs: 1 }, one], when: [one] })).toBe(
      `automations[0].trigger[1].${issue}; automations[0].when[0].${issue}`,
    );
    expect(issuesWith({ trigger: one })).toBe(`automations[0].trigger.${issue}`);
  });

  it('names a device by an id that only one record has', () => {
    const signals = [{ id: 'cam-1', identifier: 'x', name: 'X' }];
    const automations = [{ id: 'it', station: 'alpha', steps: [], trigger: { device: { id: 'cam-1', is: 'away' } } }];
    expect(issuesIn({ ...studio, cameras, signals, automations })).toBe(
      'automations[0].trigger.device.id: expected the id of an output, signal or camera that no other of them has',
    );
  });
});
