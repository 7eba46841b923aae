// What a caller gets for a command at its timeout, while OBS answers and while it doesn't.
import { expect, it } from 'vitest';
import { sentCommand } from '../../../contracts/device-commands.js';
import { output, selections } from './bench.js';
import { driveRaw, openObs, until, untilConnected, usable } from './raw-bench.js';
import { scripted } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

it('the failure at the timeout is what OBS shows, and none once OBS has been silent for a second', async () => {
  let isSilent = false;
  const answer = scripted(() => usable);
  const obs = await openObs((message) => (isSilent ? [] : answer(message)));
  const driven = driveRaw(obs);
  await untilConnected(driven);
  const sent = sentCommand(driven.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  await until(driven, 'it is sent', () =>
    obs.received.some(({ content }) => JSON.stringify(content).includes('RESTART')),
  );
  await until(driven, 'it is judged', () => sent.failureAtTimeout?.() !== undefined);
  expect(sent.failureAtTimeout?.()).toMatchObject({
    code: 'device_error',
    message: expect.stringContaining('"A" plays nothing') as string,
  });
  isSilent = true;
  const silentFromMs = driven.clock.now();
  await until(driven, 'a second has passed', () => driven.clock.now() >= silentFromMs + 1_000);
  expect(sent.failureAtTimeout?.()).toBeUndefined();
  expect(driven.drivers.players.state(output).connected).toBe(true);
});
