// A command to several scenes fails and explains itself as each of its parts does, not only the first.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { combinedCommands } from '../../../../adapters/drivers/casparcg/combined-commands.js';
import type { LayerCommand } from '../../../../adapters/drivers/casparcg/layer-command.js';
import { PendingCommand } from '../../../../adapters/drivers/casparcg/pending-command.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults } from '../../../contracts/device-commands.js';

const stops = (count: number) => {
  const clock = manualClock();
  const parts = Array.from({ length: count }, (_, at) => {
    return new PendingCommand<LayerCommand>(`part ${String(at)}`, { type: 'stop' }, clock.now(), false);
  });
  return { clock, parts, whole: combinedCommands(parts, clock) };
};

it.each([0, 1, 2])('it is explained at its timeout by the part that has no effect: %d', (at) => {
  const { clock, parts, whole } = stops(3);
  for (const part of parts) part.accept(clock.now());
  for (const [index, part] of parts.entries())
    if (index !== at) part.confirm();
    else part.observe('the layer shows a clip', clock.now() + 100);
  expect(whole.failureAtTimeout?.()?.message).toBe(
    `part ${String(at)} accepted the command, but the layer shows a clip`,
  );
});

it.each([0, 1, 2])('it is accepted and confirmed with the last part, and fails with one: %d', async (at) => {
  const { clock, parts, whole } = stops(3);
  for (const [index, part] of parts.entries()) if (index !== at) part.accept(clock.now());
  expect(await commandResults(whole)).toEqual(['pending', 'pending']);
  parts[at]?.fail('it was refused');
  for (const part of parts) part.confirm();
  expect([await whole.accepted, await whole.confirmed].map(E.isLeft)).toEqual([true, true]);
});
