// The outputs of a scenario's studio on a real CasparCG server; everything else of the studio is simulated, in real time.
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { ManualClock } from '../../../simulator/clock.js';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import type { ScenarioDevice, ScenarioFault, Playing, StudioSteering } from '../driver.js';
import { driving } from '../playout-drivers.js';
import { meant } from '../wire-steering.js';
import type { StudioAndDrivers } from '../playout.js';
import { deviceId, steer, told } from '../simulator-steering.js';
import { demoStudioOn, engineOf, layers, noEngine, type Engine } from './engine.js';
import { clearLayers, runningOn } from './inspect-layer.js';
import { CasparcgRelay, type Trouble } from './relay.js';

/** Time as it passes; to be wound means to wait. */
export const realTime = (): ManualClock => {
  const clock = new SystemClock();
  return {
    now: () => clock.now(),
    after: (delayMs, task) => clock.after(delayMs, task),
    advance: (ms) => delay(ms),
    waiting: () => 0,
  };
};

/** What can be done to the way to a real server stands for what can be wrong with it. */
const troubles: Partial<Record<ScenarioFault['kind'], Trouble>> = {
  ...{ none: 'none', offline: 'cut', frozen: 'frozen', refuses: 'refused' },
};

type Relays = ReadonlyMap<string, CasparcgRelay>;

const notedBy = (relays: Relays): readonly Pick<LoggedCommand, 'time' | 'device' | 'command'>[] =>
  [...relays].flatMap(([device, { noted }]) => noted.map(({ time, line }) => ({ time, device, command: { line } })));

const afflict = (relays: Relays, output: string, { kind }: ScenarioFault): void => {
  const trouble = troubles[kind];
  assert.ok(trouble, `a real player can't be made so that it is "${kind}": the scenario wants the tag @simulator`);
  relays.get(output)?.make(trouble);
};

const playing = async (
  engine: Engine,
  { banks, outputs }: StudioLayout,
  slot: string,
  scene?: string,
): Promise<Playing> => {
  const [only] = outputs.find((output) => output.slot === slot)?.scenes ?? [];
  const media = await runningOn(engine, layers[(scene ?? only) as keyof typeof layers]);
  const cues = banks.flatMap(({ key, clips }) =>
    clips.map((clip) => ({ bank: key, clip: clip.key, media: clip.media })),
  );
  const { clip = null, bank = null } = cues.find((cue) => cue.media === media?.name) ?? {};
  return { clip, bank };
};

const relaysTo = async (engine: Engine): Promise<ReadonlyMap<string, readonly [CasparcgRelay, number]>> => {
  const relays = demoStudio.outputs.map(async ({ id }) => {
    const relay = new CasparcgRelay(engine);
    return [id, [relay, await relay.listen()]] as const;
  });
  return new Map(await Promise.all(relays));
};

/** A studio on the server that the environment names. */
export const casparcg = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const engine = engineOf(process.env);
  assert.ok(engine, noEngine);
  await clearLayers(engine, Object.values(layers));
  const listening = await relaysTo(engine);
  const relays: Relays = new Map([...listening].map(([output, [relay]]) => [output, relay]));
  const layout = demoStudioOn(engine, (output) => listening.get(output)?.[1] ?? 0);
  const studio = simulatedStudio(layout, clock, { withServers: true });
  const { connect, close } = driving(layout, studio, clock);
  const commands = () =>
    [...notedBy(relays), ...studio.commands()]
      .toSorted((a, b) => a.time.localeCompare(b.time))
      .map((command) => told(meant(layout, command)));
  return {
    ...{ studio, connect },
    steering: (): StudioSteering => ({
      ...steer(studio, clock),
      commands,
      afflict: (device: ScenarioDevice, fault: ScenarioFault) => {
        if (device.kind === 'player') afflict(relays, deviceId(studio, device), fault);
        else return steer(studio, clock).afflict(device, fault);
      },
      playing: (slot, scene) => playing(engine, layout, slot, scene),
    }),
    close: async () => {
      close();
      for (const relay of relays.values()) relay.close();
      await clearLayers(engine, Object.values(layers));
    },
  };
};
