// Steers a simulated studio over its HTTP interface.
import { demoStudio } from '../../simulator/demo-studio.js';
import { logLimit } from '../../simulator/command-log.js';
import { steeringClient, type Transport } from '../../simulator/client/steering-client.js';
import type { CameraRecord, LineRecord, PlayerRecord, SceneRecord } from '../../simulator/api/state-records.js';
import type { ScenarioResponse, ScenarioDevice, StudioSteering } from './driver.js';
import type { HttpCall } from './http.js';
import { deviceId, simulatorFault, commandText } from './simulator-steering.js';

/** The port of the steering interface, on the host's loopback. */
export const steeringPort = 3020;

type Send = (call: HttpCall) => Promise<ScenarioResponse>;

const layout = { layout: demoStudio };

const host = '127.0.0.1';

const transport =
  (send: Send): Transport =>
  ({ method, path, body }) => {
    const headers = { Host: `${host}:${String(steeringPort)}`, 'Content-Type': 'application/json' };
    return send({ host, port: steeringPort, method, path, headers, ...(body !== undefined && { body }) });
  };

/** Returns a scene of a player; the first by default. */
const sceneIn = ({ scenes }: PlayerRecord, scene: string | undefined): SceneRecord | undefined =>
  scenes.find(({ id }) => id === (scene ?? scenes[0]?.id));

/** Steers a studio through `send`, which reaches the host's loopback. */
export const steerOverHttp = (send: Send): StudioSteering => {
  const client = steeringClient(transport(send));
  const state = async <State extends PlayerRecord | LineRecord | CameraRecord>(device: ScenarioDevice) =>
    (await client.state(deviceId(layout, device))) as State;
  return {
    clock: 'manual',
    advance: async (ms) => {
      await client.step(ms);
    },
    injectFault: async (device, fault) => {
      await client.setFault(deviceId(layout, device), simulatorFault(fault));
    },
    commands: async () => {
      const { commands } = await client.commands({ limit: logLimit });
      return commands.toReversed().map(commandText);
    },
    playing: async (slot, scene) => {
      const { run = null } = sceneIn(await state<PlayerRecord>({ kind: 'player', slot }), scene) ?? {};
      return { clip: run?.clip ?? null, bank: run?.bank ?? null };
    },
    graphic: async (slot, scene) =>
      sceneIn(await state<PlayerRecord>({ kind: 'player', slot }), scene)?.graphic ?? null,
    isOn: async (signal) => (await state<LineRecord>({ kind: 'line', signal })).on,
  };
};
