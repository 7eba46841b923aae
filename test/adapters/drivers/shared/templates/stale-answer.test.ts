// An answer to a question from before a command is no proof of the command, whatever it shows.
import { expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { recordOf } from './record-bench.js';

it('confirms a command only by a state that was asked for after it', async () => {
  const { host, record } = recordOf({ state: { ask: '?', on: '1', off: '0' } });
  const askedBefore = host.moment();
  const sent = sentCommand(record.send('on'));
  record.showed('on', askedBefore);
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('off', host.moment());
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});
