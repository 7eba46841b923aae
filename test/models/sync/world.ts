// The world of the model: a console, two services with the key of the studio, and one with a wrong key, on one clock.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strict as assert } from 'node:assert';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { seededRandom } from '../../../simulator/random.js';
import { useClockAsMachine } from '../../simulation/machine/machine-timers.js';
import { seededSecrets } from '../../simulation/machine/secrets.js';
import { latencyMs, ModelConsole, studioId } from './console.js';
import { ModelService } from './service.js';

/** The key that no console has made. */
export const wrongKey = 'studio_wrong';

/** Steps of the clock within which a call is answered. */
const mostSteps = 10_000;

/** The console and its services. */
export interface World {
  readonly clock: ManualClock;
  readonly console: ModelConsole;
  /** The last one has the wrong key. */
  readonly services: readonly ModelService[];
  /** The key with which the services begin. */
  readonly firstKey: string;
  /** Lets time pass until a promise has settled. */
  readonly passUntil: <A>(result: Promise<A>) => Promise<A>;
  readonly close: () => Promise<void>;
}

const passingUntil =
  (clock: ManualClock): World['passUntil'] =>
  async (result) => {
    const state = { isPending: true };
    const settled = (): void => {
      state.isPending = false;
    };
    result.then(settled, settled);
    for (let steps = 0; state.isPending; steps += 1) {
      assert.ok(steps < mostSteps, 'a call is answered');
      await clock.advance(steps === 0 ? 0 : latencyMs);
    }
    return result;
  };

/** Opens a world in which the services have started. It owns the timers of this process until it is closed. */
export const openWorld = async (): Promise<World> => {
  const clock = manualClock();
  const restoreTimers = useClockAsMachine(clock, seededRandom(1));
  const folder = mkdtempSync(join(tmpdir(), 'sync-model-'));
  const passUntil = passingUntil(clock);
  const console = new ModelConsole({ clock, secrets: seededSecrets(seededRandom(2)), log: silent }, folder, passUntil);
  await console.start();
  const added = await console.operate('POST', '', { id: studioId, name: 'Studio' });
  const firstKey = String(added['key']);
  await console.backUp();
  const services = [firstKey, firstKey, wrongKey].map((key) => new ModelService(clock, console.linkTo(), key));
  for (const service of services) service.start();
  const close = async (): Promise<void> => {
    for (const service of services) service.kill();
    await console.stop();
    restoreTimers();
    rmSync(folder, { recursive: true, force: true });
  };
  return { clock, console, services, firstKey, passUntil, close };
};
