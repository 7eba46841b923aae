// What is known of a command while it is pending: nothing is judged before the server has accepted it.
import { beforeEach, expect, it } from 'vitest';
import { LayerPendingCommand } from '../../../../adapters/drivers/casparcg/pending-command.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';

let clock: ManualClock;

beforeEach(() => {
  clock = manualClock();
});

it('has no failure at its timeout unless the server has accepted it, and shows something else', async () => {
  const pending = new LayerPendingCommand('the player', 'play', clock, false);
  const { failureAtTimeout } = pending.sent;
  pending.observe('the layer is empty', clock.now() + 500);
  expect(failureAtTimeout?.()).toBeUndefined();
  pending.accept();
  expect(failureAtTimeout?.()).toEqual({
    code: 'device_error',
    message: 'the player accepted the command, but the layer is empty',
  });
  await clock.advance(501);
  expect(failureAtTimeout?.()).toBeUndefined();
});

it.each([
  ['at once, if the layer shows something else', false, 0],
  ['after the layer has settled, if it may show the effect already', true, 100],
])('is judged by reports after its acceptance: %s', async (_, isShownBefore, settlesMs) => {
  const pending = new LayerPendingCommand('the player', 'play', clock, isShownBefore);
  expect(pending.effectiveAtMs).toBe(Infinity);
  await clock.advance(10);
  const acceptedAtMs = clock.now();
  pending.accept();
  await clock.advance(10);
  pending.accept();
  expect(pending.effectiveAtMs).toBe(acceptedAtMs + settlesMs);
});
