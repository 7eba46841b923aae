// What a service reports for the set-up of devices is bounded, and contains no token.
import { describe, expect, it } from 'vitest';
import { boundedTargets, maxTargets, PanelTargets } from '../../../domain/console/panel-targets.js';

const none: PanelTargets = { urls: [], outputs: [], clips: [], signals: [], macros: [], further: 0 };
const token = `svc_${'a'.repeat(32)}`;

describe('the targets of panels', () => {
  it('stay as they are within their bounds', () => {
    const targets: PanelTargets = {
      urls: ['http://10.20.0.5:3002'],
      outputs: [{ slot: 'main', scenes: ['full'] }],
      clips: [{ number: 1, name: 'Opener' }],
      signals: ['red-light'],
      macros: [{ id: 'mac-1', name: 'Opening' }],
      further: 2,
    };
    expect(boundedTargets(targets)).toEqual(targets);
    expect(PanelTargets.is(targets)).toBe(true);
  });

  it('@STATUS-5: are cut to their bounds, and the rest is counted', () => {
    const many = Array.from({ length: 100 }, (_, at) => String(at));
    const bounded = boundedTargets({
      urls: many,
      outputs: many.map((slot) => ({ slot, scenes: many })),
      clips: many.map((name, at) => ({ number: at + 1, name })),
      signals: many,
      macros: many.map((id) => ({ id, name: id })),
      further: 1,
    });
    const { outputs, clips, signals, macros, urls, scenes } = maxTargets;
    expect(bounded.outputs).toHaveLength(outputs);
    expect(bounded.outputs[0]?.scenes).toHaveLength(scenes);
    expect(bounded.clips).toHaveLength(clips);
    expect(bounded.signals).toHaveLength(signals);
    expect(bounded.macros).toHaveLength(macros);
    expect(bounded.urls).toHaveLength(urls);
    expect(bounded.further).toBe(1 + 400 - outputs - clips - signals - macros);
    expect(PanelTargets.is(bounded)).toBe(true);
  });

  it('leave out names that are no use in a route, and show others without tokens', () => {
    const bounded = boundedTargets({
      ...none,
      outputs: [{ slot: 'main', scenes: [token] }],
      clips: [{ number: 1, name: token }],
      signals: [token, 'a\u0007', '', 'x'.repeat(129), 'red-light'],
      macros: [
        { id: token, name: 'One' },
        { id: 'mac-2', name: `${'x'.repeat(127)}\u{1F600}` },
      ],
      urls: [`http://${'x'.repeat(300)}`, 'http://a\u0007'],
    });
    expect(bounded).toMatchObject({ urls: [], outputs: [], clips: [{ number: 1, name: '***' }], further: 6 });
    expect(bounded.signals).toEqual(['red-light']);
    expect(bounded.macros).toHaveLength(1);
    expect(bounded.macros[0]?.name).toBe(`${'x'.repeat(127)}…`);
  });

  it.each(['stations', 'panels'] as const)('@STATUS-7: contain the %s that a device can name', (list) => {
    const alpha = { id: 'alpha', name: 'Alpha FM' };
    const named = [alpha, { id: token, name: 'Bravo' }, { id: 'c', name: 'c\u200b' }];
    expect(boundedTargets({ ...none, [list]: named })).toEqual({ ...none, [list]: [alpha], further: 2 });
    const many = Array.from({ length: 100 }, () => alpha);
    expect(boundedTargets({ ...none, [list]: many })[list]).toHaveLength(maxTargets[list]);
  });

  it('count no further than a million', () => {
    expect(boundedTargets({ ...none, signals: [token], further: 1_000_000 }).further).toBe(1_000_000);
  });
});
