// Steers a simulated studio whose players are reached over a network protocol, and decodes the commands they received.
import { setImmediate as turn } from 'node:timers/promises';
import { splitLine } from '../../simulator/casparcg/amcp-line.js';
import { defaultFormat, framesPerSecond } from '../../simulator/casparcg/video-format.js';
import { receivedTexts } from '../../simulator/casparcg/template-page.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import { fieldOf } from '../../domain/codec/unchecked.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import { playerIdOf } from '../../domain/studio/output-player.js';
import type { Service } from '../../infra/service/service.js';
import type { ScenarioDevice, StudioSteering } from './driver.js';
import type { RunningPlayout } from './running-playout.js';
import { deviceId, steerInProcess, commandText } from './simulator-steering.js';
import { eventually } from '../../test/support/eventually.js';

/** How many event-loop turns messages on the wire need. */
const turns = 8;

/** Clock step, in milliseconds: short while a command may be pending, long otherwise. */
const strideMs = { short: 5, long: 200 };
const soonMs = 60_000;

const strideBefore = (restMs: number): number => (restMs > soonMs ? strideMs.long : Math.min(strideMs.short, restMs));

const delivered = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

const advanceInSteps = async ({ clock }: RunningPlayout, ms: number): Promise<void> => {
  await delivered();
  for (let restMs = ms, passedMs = 0; restMs > 0; restMs -= passedMs) {
    passedMs = strideBefore(restMs);
    await clock.advance(passedMs);
    await delivered();
  }
};

type Sent = Pick<LoggedCommand, 'device' | 'command'>;

/** Returns the clip that a media file belongs to. */
const clipIn = ({ banks }: StudioLayout, media: string | undefined): object => {
  const holds = ({ clips }: StudioLayout['banks'][number]) => clips.find((clip) => clip.media === media);
  const bank = banks.find((one) => holds(one) !== undefined);
  return { bank: bank?.key, clip: { key: bank && holds(bank)?.key } };
};

/** Returns the scene that a layer of an output's player is for. */
const sceneIn = (field: 'layers' | 'graphicLayers') => (layout: StudioLayout, output: string, layer?: string) => {
  const layers = fieldOf(playerDefinitions(layout.outputs).find(({ id }) => id === output)?.player, field) ?? {};
  return Object.entries(layers).find(([, number]) => String(number) === layer)?.[0] ?? '';
};

const sceneOn = sceneIn('layers');
const graphicOn = sceneIn('graphicLayers');

/** The version of the simulated servers. */
const serverVersion = '2.5.0';

/** Decodes a template command, whose words start with `CG` and the layer. */
const templateCommandOf = (layout: StudioLayout, device: string, words: readonly string[]): object => {
  const [, address = '', verb = '', ...parameters] = words;
  const scene = graphicOn(layout, device, address.replace(/^\d+-/, ''));
  const texts = receivedTexts(parameters.at(-1) ?? '', serverVersion);
  if (verb === 'ADD') return { type: 'showGraphic', scene, template: parameters[1], texts };
  return verb === 'UPDATE' ? { type: 'updateGraphic', scene, texts } : { type: 'hideGraphic', scene };
};

const line = /(PLAY|LOADBG|STOP|PAUSE|RESUME|CALL) \d+-(\d+)(?: "([^"]+)")?(?: SEEK (\d+))?/;

/** Duration of a frame of the simulated servers, in milliseconds. */
const frameMs = 1_000 / framesPerSecond(defaultFormat);

const commandOf = (layout: StudioLayout, device: string, text: string): object => {
  const words = splitLine(text.replace(/^REQ \d+ /, ''));
  if (words[0] === 'CG') return templateCommandOf(layout, device, words);
  const [, verb, layer, media, frames = ''] = line.exec(text) ?? [];
  const scene = sceneOn(layout, device, layer);
  if (verb === 'STOP') return { type: 'stop', scenes: [scene] };
  if (verb === 'PAUSE' || verb === 'RESUME') return { type: verb.toLowerCase(), scene };
  if (verb === 'CALL') return { type: 'seek', scene, positionMs: Number(frames) * frameMs };
  if (verb === 'LOADBG') return { type: 'cue', scene, cue: clipIn(layout, media) };
  return media === undefined ? { type: 'take', scene } : { type: 'play', scene, cue: clipIn(layout, media) };
};

/** Decodes an AMCP line into the command that it was made from. */
export const decodeCommand = (layout: StudioLayout, { device, command }: Sent): Sent =>
  'line' in command ? { device, command: commandOf(layout, device, String(command.line)) } : { device, command };

const isPlayerConnected = ({ players, studio }: Service, id: string): boolean => {
  const paired = studio.layout.outputs.find((output) => [output.id, playerIdOf(output.id, 'backup')].includes(id));
  const reports = paired && players.pair?.(paired.id)?.reports;
  if (reports === undefined) return players.state(id).connected;
  return (id === paired?.id ? reports.main : reports.backup).connected;
};

const isConnected = (service: Service, { kind }: ScenarioDevice, id: string): boolean => {
  const { signalLines, cameras } = service;
  if (kind === 'player') return isPlayerConnected(service, id);
  return kind === 'line' ? signalLines.connected(id) : cameras.connected(id);
};

/** Steers a running studio. */
export const steerOnWire = (running: RunningPlayout): StudioSteering => {
  const { studio, clock, service } = running;
  const steering = steerInProcess(studio, clock);
  return {
    ...steering,
    advance: (ms) => advanceInSteps(running, ms),
    injectFault: async (device, fault) => {
      await steering.injectFault(device, fault);
      const id = deviceId(studio, device);
      // Equipment whose driver is broken is away.
      const isOffline = fault.kind === 'offline' || fault.kind === 'broken driver';
      await eventually('the new connection state', async () => {
        if (isConnected(service(), device, id) !== isOffline) return true;
        await advanceInSteps(running, strideMs.short);
        return false;
      });
    },
    commands: async () => {
      await delivered();
      return studio.commands().map((command) => commandText(decodeCommand(studio.layout, command)));
    },
  };
};
