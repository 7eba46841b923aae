// What a caller gets for a command at its timeout, while OBS answers and while it doesn't.
import { afterEach, expect, it } from 'vitest';
import { sentCommand } from '../../../contracts/device-commands.js';
import type { OpenedDrivers } from '../bench.js';
import { output, selections } from './bench.js';
import { driveRaw, until, untilConnected } from './raw-bench.js';
import { rawObs, scripted, type RawObs } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

let obs: RawObs;
let driven: OpenedDrivers;

afterEach(async () => {
  driven.close();
  await obs.close();
});

it('the failure at the timeout is what OBS shows, and none once OBS has been silent for a second', async () => {
  let isSilent = false;
  const answer = scripted(() => ({ A: {}, B: { isShown: false }, C: {}, D: { isShown: false } }));
  obs = await rawObs((message) => (isSilent ? [] : answer(message)));
  driven = driveRaw(obs);
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
