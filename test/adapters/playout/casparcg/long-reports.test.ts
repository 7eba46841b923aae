// What a player reports appears in messages, and records of actions keep these. So its length is limited.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { PendingCommand } from '../../../../adapters/playout/casparcg/pending-command.js';
import type { CommandResult } from '../../../../application/ports/commands.js';

const veryLong = 'x'.repeat(1_000_000);

const pending = (): PendingCommand<object> => new PendingCommand('the player', { type: 'stop' }, 0, false);

const messageOf = (result: CommandResult): string => (E.isLeft(result) ? result.left.message : '');

describe('a very long report of a player', () => {
  it('is shortened in the message of a command that the player refused', async () => {
    const command = pending();
    command.fail(`it replied 501 ${veryLong}`);
    for (const result of [await command.results.accepted, await command.results.confirmed]) {
      expect(messageOf(result)).toMatch(/^the player: it replied 501 x+…$/);
      expect(messageOf(result).length).toBeLessThan(400);
    }
  });

  it('is shortened in the message of a command that had no effect', () => {
    const command = pending();
    command.accept(0);
    command.observe(`the layer shows ${veryLong}`, 1_000);
    const { message = '' } = command.failureAtTimeout(500) ?? {};
    expect(message).toMatch(/^the player accepted the command, but the layer shows x+…$/);
    expect(message.length).toBeLessThan(400);
  });
});
