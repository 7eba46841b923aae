// The targets of a newer service: the excess is left out, the rest is kept.
import { describe, expect, it } from 'vitest';
import { keptTargets } from '../../../domain/console/kept-targets.js';
import { maxTargets, PanelTargets } from '../../../domain/console/panel-targets.js';

const targets = {
  urls: ['http://10.20.0.5:3002'],
  outputs: [{ slot: 'main', scenes: ['full'] }],
  clips: [{ number: 1, name: 'Opener' }],
  signals: ['red-light'],
  macros: [{ id: 'mac-1', name: 'Opening' }],
  stations: [{ id: 'alpha', name: 'Alpha FM' }],
  panels: [{ id: 'presenter', name: 'Presenter' }],
  further: 2,
};

describe('the targets that a console keeps', () => {
  it('are those within the bounds', () => {
    expect(keptTargets({ ...targets, newer: true })).toEqual(targets);
    const macros = [{ id: 'mac-1', name: 'Opening', features: ['outputs', 'newer', 'signals'] }];
    expect(keptTargets({ ...targets, macros })?.macros).toEqual([
      { id: 'mac-1', name: 'Opening', features: ['outputs', 'signals'] },
    ]);
    const { stations: _stations, panels: _panels, ...older } = targets;
    expect(keptTargets(older)).toEqual(older);
  });

  it('@STATUS-6: lose the excess, which is counted', () => {
    const many = Array.from({ length: 60 }, (_, at) => String(at));
    const kept = keptTargets({
      ...targets,
      outputs: [{ slot: 'main', scenes: many }],
      signals: [...many, 'x'.repeat(200)],
      stations: many.map((id) => ({ id, name: id })),
    });
    expect(kept?.outputs).toEqual([{ slot: 'main', scenes: many.slice(0, maxTargets.scenes) }]);
    expect(kept?.signals).toEqual(many.slice(0, maxTargets.signals));
    expect(kept?.stations).toHaveLength(maxTargets.stations);
    expect(kept?.further).toBe(2 + (61 - maxTargets.signals) + (60 - maxTargets.stations));
    expect(PanelTargets.is(kept)).toBe(true);
  });

  it('lose entries that can not be read, and lists that are none', () => {
    const kept = keptTargets({
      outputs: [{ slot: 'main' }, { slot: '', scenes: [] }],
      clips: [
        { number: 0, name: 'a' },
        { number: 1, name: '' },
        { number: 2, name: 'b' },
      ],
      signals: { a: 1 },
      macros: 'mac-1',
      further: 'many',
    });
    const clips = [{ number: 2, name: 'b' }];
    expect(kept).toEqual({ urls: [], outputs: [], clips, signals: [], macros: [], further: 4 });
    expect(keptTargets({ further: 2 ** 60 })?.further).toBe(1_000_000);
    expect(keptTargets({ further: -1 })?.further).toBe(0);
  });

  it.each([undefined, null, 'panels', 1])('are none of %j', (input) => {
    expect(keptTargets(input)).toBeUndefined();
  });
});
