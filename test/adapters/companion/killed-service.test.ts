// A service that is killed while a press waits for its acknowledgement plays the clip once (CRASH-5). The player and the
// module are in other processes than the service.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { startKillableService, type KillableService } from '../../support/killable-service.js';
import { packModule, startModule, type RunningModule } from './companion-host.js';

let service: KillableService;
let module: RunningModule | undefined;

beforeAll(async () => {
  service = await startKillableService(demoStudio.banks.filter(({ key }) => key === 'news'));
  module = await startModule(packModule(service.folder), { host: '127.0.0.1', port: service.port, token: '' });
  await module.hasStatus('ok');
}, 60_000);

afterAll(async () => {
  await module?.stop();
  await service.close();
});

/** How often the player was sent a command that plays the clip. */
const plays = (): number =>
  service.studio.commands().filter(({ command }) => /\bweather\b/i.test(JSON.stringify(command))).length;

it('@CRASH-5: a press whose service is killed while it waits plays its clip once, and reports the result', async () => {
  const running = module;
  if (running === undefined) throw new Error('the module does not run');
  await eventually('the player is connected', service.isConnected);
  rightOf(service.studio.setFault('out-1', { type: 'late', delayMs: 1_500 }));
  const pressed = running.press('clip.play', { slot: 'main', number: 'weather', bank: 'news', timeout: 5_000 });
  await eventually('the command', () => plays() > 0);
  await service.kill();
  await service.start();
  await pressed;
  await eventually('the result', () => running.written().includes('(clip.play): '));
  await eventually('the clip', () => running.variables.get('output_main_full_clip') === 'Weather');
  expect(plays()).toBe(1);
});
