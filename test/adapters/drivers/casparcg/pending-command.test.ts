// What is known of a command while it is pending: nothing is judged before the server has accepted it.
import { expect, it } from 'vitest';
import { PendingCommand } from '../../../../adapters/drivers/casparcg/pending-command.js';

const sentAtMs = 1_000;

it('has no failure at its timeout unless the server has accepted it, and shows something else', () => {
  const pending = new PendingCommand('the player', 'play', sentAtMs, false);
  pending.observe('the layer is empty', 5_000);
  expect(pending.failureAtTimeout(3_000)).toBeUndefined();
  pending.accept(2_000);
  expect(pending.failureAtTimeout(3_000)).toEqual({
    code: 'device_error',
    message: 'the player accepted the command, but the layer is empty',
  });
  expect(pending.failureAtTimeout(5_001)).toBeUndefined();
});

it.each([
  ['at once, if the layer shows something else', false, 2_000],
  ['after the layer has settled, if it may show the effect already', true, 2_100],
])('is judged by reports after its acceptance: %s', (_, isShownBefore, effectiveAtMs) => {
  const pending = new PendingCommand('the player', 'play', sentAtMs, isShownBefore);
  expect(pending.effectiveAtMs).toBe(Infinity);
  pending.accept(2_000);
  pending.accept(9_000);
  expect(pending.effectiveAtMs).toBe(effectiveAtMs);
});

it('states in up to 300 characters of the player why it failed, and what replaced it', async () => {
  const long = 'x'.repeat(400);
  const [failed, replaced, shown] = ['a', 'b', 'c'].map((name) => new PendingCommand(name, 'play', sentAtMs, false));
  failed?.fail(long);
  replaced?.supersede();
  shown?.accept(2_000);
  shown?.observe(long, 5_000);
  const shortened = `${'x'.repeat(300)}…`;
  expect(await failed?.results.accepted).toMatchObject({ left: { message: `a: ${shortened}` } });
  expect(await replaced?.results.confirmed).toMatchObject({
    left: { message: 'b: another command replaced it before it was confirmed' },
  });
  expect(shown?.failureAtTimeout(3_000)?.message).toBe(`c accepted the command, but ${shortened}`);
});
