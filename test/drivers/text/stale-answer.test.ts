// An answer to a question from before a command is no proof of the command, whatever it shows.
import { expect, it } from 'vitest';
import { linePlan } from '../../../adapters/drivers/shared/templates/plan.js';
import { TemplatedRecord, type RecordHost } from '../../../adapters/drivers/shared/templates/record.js';
import type { ReceivedText } from '../../../adapters/drivers/shared/templates/text-match.js';
import { escapeFor, textProtocol } from '../../../adapters/drivers/shared/templates/text-protocol.js';
import { manualClock } from '../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';

it('confirms a command only by a state that was asked for after it', async () => {
  let order = 0;
  const clock = manualClock();
  const host: RecordHost<string, ReceivedText> = {
    id: 'relays',
    clock,
    changed: () => undefined,
    isConnected: () => true,
    send: () => true,
    askSoon: () => undefined,
    moment: () => ({ order: (order += 1), atMs: clock.now() }),
  };
  const state = { ask: '?', on: '1', off: '0' };
  const plan = linePlan(textProtocol(escapeFor('\n')), { on: 'a', off: 'b', state });
  const record = new TemplatedRecord('sig-1', plan, host);
  const askedBefore = host.moment();
  const sent = sentCommand(record.send('on'));
  record.showed('on', askedBefore);
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('off', host.moment());
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});
