// How often a device is probed, from when on it counts as connected, and as lost.
import { expect, it } from 'vitest';
import { Conversation } from '../../../../../adapters/drivers/shared/templates/conversation.js';
import { manualClock } from '../../../../../simulator/clock.js';

it('a device is probed every 0.5 s until it answers, then at the interval, and no more once the connection is lost', async () => {
  const clock = manualClock();
  const [sentAtMs, dropped]: [number[], string[]] = [[], []];
  const conversation = new Conversation<string, string>({
    id: 'relays',
    clock,
    changed: () => undefined,
    wire: { send: () => sentAtMs.push(clock.now()), drop: (reason) => dropped.push(reason) },
    probe: { out: 'PING', everyMs: 1_000 },
    firstAnswerMs: 500,
  });
  const startMs = clock.now();
  conversation.opened();
  await clock.advance(1_700);
  expect(conversation.isConnected()).toBe(false);
  for (let answers = 0; answers < 3; answers += 1) {
    conversation.received('PONG');
    expect(conversation.isConnected()).toBe(true);
    await clock.advance(1_000);
  }
  conversation.lost();
  await clock.advance(10_000);
  expect(sentAtMs.map((ms) => ms - startMs)).toEqual([0, 500, 1_000, 1_500, 2_000, 3_000, 4_000]);
  expect([conversation.isConnected(), dropped]).toEqual([false, []]);
});
