// The triggers of automations that fired last.
import { expect, it } from 'vitest';
import { Automations } from '../../../simulator/page/sequences.js';
import { show, text } from '../../adapters/web/page-bench.js';

it('the newest trigger comes first, and one that led to nothing shows which condition did not hold', () => {
  const fired = (second: number, outcome: 'runs' | 'unmet', condition: string | null) =>
    ({
      at: `2026-01-31T12:00:0${String(second)}.000Z`,
      automation: 'door',
      event: 'signal "mic" on',
      outcome,
      condition,
    }) as const;
  show(<Automations automations={[]} triggers={[fired(1, 'runs', null), fired(2, 'unmet', 'studio on_air')]} />);
  expect(text()).toContain(
    'signal "mic" on door unmet at 12:00:02 UTC not so: studio on_air signal "mic" on door runs at 12:00:01 UTC',
  );
});
