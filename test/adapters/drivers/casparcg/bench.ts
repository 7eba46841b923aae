// A CasparCG driver under test, connected to a simulated server over loopback.
import type { PlayedOutput } from '../../../../adapters/drivers/casparcg/settings.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { Log } from '../../../../application/ports/log.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { GraphicDefinition } from '../../../../domain/studio/graphic.js';
import { mediaItem } from '../../../../simulator/casparcg/media.js';
import type { OscFault } from '../../../../simulator/casparcg/osc-fault.js';
import { CasparcgServer } from '../../../../simulator/casparcg/server.js';
import type { CasparcgServerOptions } from '../../../../simulator/casparcg/server-options.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';
import { commandLog, type CommandLog } from '../../../../simulator/command-log.js';
import type { InjectedFault } from '../../../../simulator/fault.js';
import { seededRandom } from '../../../../simulator/random.js';
import { silent } from '../../../../features/support/silent-log.js';
import { eventually } from '../../../support/eventually.js';
import { advanceInSteps, passUntil } from '../advance-clock.js';
import type { PlayersBench } from '../../../contracts/players-bench.js';
import { casparcgPlayers, type DrivenOutputs } from './driven-outputs.js';

export const output = 'out-2';

const clip = (number: number, key: string, seconds: number) => ({
  number,
  key,
  name: key,
  durationMs: seconds * 1_000,
});

/**
 * Clips for the driver. The server has no file for `gone`, and the file of `frozen` never
 * gets beyond its first picture. The file of `opener` has no picture, but one of the same name in another folder does.
 */
export const selections = {
  headlines: { bank: 'news', clip: clip(1, 'headlines', 90) },
  bed: { bank: 'music', clip: { ...clip(2, 'bed', 180), media: 'music/bed loud.mov' } },
  jingle: { bank: 'music', clip: clip(3, 'jingle', 2) },
  short: { bank: 'news', clip: { ...clip(6, 'short', 10), media: 'short.mp4' } },
  corrupt: { bank: 'news', clip: clip(4, 'corrupt', 10) },
  frozen: { bank: 'news', clip: clip(7, 'frozen', 10) },
  opener: { bank: 'news', clip: clip(8, 'opener', 10) },
  gone: { bank: 'news', clip: clip(5, 'gone', 10) },
} as const satisfies Record<string, ClipSelection>;

const media = [
  ...[mediaItem('headlines', 90), mediaItem('music/bed loud', 180, { extension: 'mov' }), mediaItem('jingle', 2)],
  { ...mediaItem('short', 10), stuckAtS: 3.92 },
  mediaItem('corrupt', 0, { kind: 'undecodable' }),
  { ...mediaItem('frozen', 10), stuckAtS: 0 },
  ...[mediaItem('opener', 0, { kind: 'undecodable' }), mediaItem('other/opener', 10)],
];

/** Options of a bench: those of the server and of the driver, and the OSC fault while they connect. */
export interface CasparcgBenchOptions {
  readonly server?: Partial<CasparcgServerOptions>;
  readonly driver?: DriverOptions;
  readonly oscFault?: OscFault | null;
  /** Opens a path to the server's port for AMCP, and returns the port at which the driver reaches it. Default: no path between. */
  readonly path?: (port: number) => Promise<number>;
}

/** The driver, its server, and functions that operate both. */
export interface CasparcgBench {
  readonly clock: ManualClock;
  readonly server: CasparcgServer;
  readonly port: number;
  readonly log: CommandLog;
  /** Every line that the server received, without its request number. */
  readonly lines: readonly string[];
  readonly players: DrivenOutputs;
  /** The messages of the driver's warnings. */
  readonly warnings: readonly string[];
  /** Makes the server execute a line of another client. */
  readonly execute: (line: string) => void;
  readonly pass: (ms: number) => Promise<void>;
  readonly setFault: (fault: InjectedFault | null) => Promise<void>;
  /** Waits until the driver reports the given connection state. */
  readonly untilConnected: (connected: boolean) => Promise<void>;
  readonly close: () => void;
}

/** No fault, and every fault of the network that lets OSC through. */
export const oscFaults: readonly (OscFault | null)[] = [
  null,
  { type: 'gaps' },
  { type: 'doubled' },
  { type: 'reordered' },
  { type: 'late', delayMs: 70 },
  { type: 'forged', address: '127.0.0.9' },
];

/** Options of a driver: the default port for OSC (any free one), its log (silent), and the graphics of its output (none). */
export interface DriverOptions {
  readonly graphics?: readonly GraphicDefinition[];
  readonly oscPort?: number;
  readonly log?: Log;
}

/** Returns the definition of the output, with a player at a port. */
export const outputAt = (port: number, graphics: readonly GraphicDefinition[] = []): PlayedOutput => ({
  id: output,
  slot: 'wall',
  name: 'Video wall',
  scenes: ['left', 'right'],
  graphics,
  player: {
    host: '127.0.0.1',
    port,
    channel: 1,
    layers: { left: 10, right: 20 },
    graphicLayers: Object.fromEntries(graphics.map(({ scene }, index) => [scene, 30 + index])),
  },
});

/** Returns a driver of the output's player at a port. */
export const driverOf = (
  port: number,
  clock: Clock,
  { oscPort = 0, log = silent, graphics = [] }: DriverOptions = {},
): DrivenOutputs =>
  casparcgPlayers([outputAt(port, graphics)], { selections: Object.values(selections), clock, log, oscPort });

/** Returns a driver that is connected to a server, on a manual clock. */
export const casparcgBench = async (options: CasparcgBenchOptions = {}): Promise<CasparcgBench> => {
  const clock = manualClock();
  const log = commandLog(clock.now);
  const identity = { id: output, kind: 'player', name: 'Video wall' } as const;
  const world = { clock, log, random: seededRandom(1), changed: () => undefined };
  const lines: string[] = [];
  const server = new CasparcgServer(
    { identity, channels: 2, media, ...options.server, onLine: (line) => lines.push(line.replace(/^REQ \d+ /, '')) },
    world,
  );
  server.setOscFault(options.oscFault ?? null);
  const { port } = await server.listen(0, '127.0.0.1');
  const warnings: string[] = [];
  const recorder = { ...silent, warn: (message: string) => void warnings.push(message) };
  const reachedAt = options.path === undefined ? port : await options.path(port);
  const players = driverOf(reachedAt, clock, { log: recorder, ...options.driver });
  const untilConnected = (connected: boolean) =>
    eventually(
      `the driver is ${connected ? '' : 'not '}connected`,
      () => players.state(output).connected === connected,
    );
  await passUntil(clock, () => players.state(output).connected);
  return {
    clock,
    server,
    port,
    log,
    lines,
    warnings,
    execute: (line) => {
      server.execute(line);
    },
    players,
    untilConnected,
    pass: (ms) => advanceInSteps(clock, ms),
    setFault: async (fault) => {
      server.setFault(fault);
      await untilConnected(fault?.type !== 'offline');
    },
    close: () => {
      players.close();
      server.stop();
    },
  };
};

/** Returns the bench of the players' contract. */
export const playersBench = ({ clock, players, pass, setFault }: CasparcgBench): PlayersBench => ({
  players,
  pass,
  output,
  scenes: ['left', 'right'],
  now: clock.now,
  promptMs: 250,
  selections: [selections.headlines, selections.bed],
  shortClip: selections.jingle,
  refuse: () => setFault({ type: 'refused' }),
  disconnect: () => setFault({ type: 'offline' }),
  freeze: () => setFault({ type: 'frozen' }),
  heal: () => setFault(null),
});
