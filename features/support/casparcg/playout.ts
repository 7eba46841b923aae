// A scenario's studio with its outputs on a real CasparCG server; its other devices are simulated, in real time.
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { ManualClock } from '../../../simulator/clock.js';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import type { ScenarioDevice, ScenarioFault, PlayingClip, StudioSteering } from '../driver.js';
import { connectPlayers } from '../playout-drivers.js';
import { decodeCommand } from '../wire-steering.js';
import type { StudioAndDrivers } from '../running-playout.js';
import { deviceId, steerInProcess, commandText } from '../simulator-steering.js';
import { demoStudioOn, engineOf, layers, noEngine, type Engine } from './engine.js';
import { clearLayers, runningOn } from './inspect-layer.js';
import { CasparcgRelay, type RelayFault } from './relay.js';

/** A clock that runs in real time; advancing it waits. */
export const realTime = (): ManualClock => {
  const clock = new SystemClock();
  return {
    now: () => clock.now(),
    after: (delayMs, task) => clock.after(delayMs, task),
    advance: (ms) => delay(ms),
    waiting: () => 0,
  };
};

/** The faults of a real server that the relay can imitate. */
const relayFaults: Partial<Record<ScenarioFault['kind'], RelayFault>> = {
  none: 'none',
  offline: 'cut',
  frozen: 'frozen',
  refuses: 'refused',
};

type Relays = ReadonlyMap<string, CasparcgRelay>;

const recordedBy = (relays: Relays): readonly Pick<LoggedCommand, 'time' | 'device' | 'command'>[] =>
  [...relays].flatMap(([device, { recorded }]) =>
    recorded.map(({ time, line }) => ({ time, device, command: { line } })),
  );

const injectRelayFault = (relays: Relays, output: string, { kind }: ScenarioFault): void => {
  const fault = relayFaults[kind];
  assert.ok(fault, `the fault "${kind}" can't be injected into a real player: tag the scenario with @simulator`);
  relays.get(output)?.setFault(fault);
};

const playing = async (
  engine: Engine,
  { banks, outputs }: StudioLayout,
  slot: string,
  scene?: string,
): Promise<PlayingClip> => {
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

/** Opens a studio on the server that the environment names. */
export const casparcg = async (clock: ManualClock): Promise<StudioAndDrivers> => {
  const engine = engineOf(process.env);
  assert.ok(engine, noEngine);
  await clearLayers(engine, Object.values(layers));
  const listening = await relaysTo(engine);
  const relays: Relays = new Map([...listening].map(([output, [relay]]) => [output, relay]));
  const layout = demoStudioOn(engine, (output) => listening.get(output)?.[1] ?? 0);
  const studio = simulatedStudio(layout, clock, { withServers: true });
  const { connect, close } = connectPlayers(layout, studio, clock);
  const commands = () =>
    [...recordedBy(relays), ...studio.commands()]
      .toSorted((a, b) => a.time.localeCompare(b.time))
      .map((command) => commandText(decodeCommand(layout, command)));
  return {
    studio,
    connect,
    steering: (): StudioSteering => ({
      ...steerInProcess(studio, clock),
      clock: 'real',
      commands,
      injectFault: (device: ScenarioDevice, fault: ScenarioFault) => {
        if (device.kind === 'player') injectRelayFault(relays, deviceId(studio, device), fault);
        else return steerInProcess(studio, clock).injectFault(device, fault);
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
