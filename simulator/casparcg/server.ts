// A simulated CasparCG server: AMCP over TCP and OSC over UDP like the real server, with faults on demand.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';
import type { CommandLog } from '../command-log.js';
import { faultAfterCommand, serverFaults, type InjectedFault } from '../fault.js';
import type { Random } from '../random.js';
import type { DeviceSnapshot, SimulatedWorld } from '../simulated-world.js';
import type { AmcpContext } from './amcp.js';
import { changesState, executeLine, rejectLine } from './commands.js';
import { deliveryDelaysMs } from './delivery.js';
import { mediaItem, MediaFolder, type MediaKind } from './media.js';
import { OscFeed } from './osc-feed.js';
import { oscFaultOf, type OscFault } from './osc-fault.js';
import { endsAtMs, type Producer } from './producer.js';
import {
  formatsOf,
  measuredTiming,
  type CasparcgServerOptions,
  type DurationRange,
  type LayerAt,
} from './server-options.js';
import { AmcpSession } from './session.js';
import { emptyStage, followed, layerOf, unfinishedProducer, visibleProducer, type Stage } from './stage.js';
import { channelState, type StateEntry } from './state.js';
import type { VideoFormat } from './video-format.js';

/** How long after a command the shorter of the two times between frames applies, in milliseconds. */
const afterCommandMs = 2_000;

interface ReceivedLine {
  readonly session: AmcpSession;
  readonly line: string;
  /** The number of its entry in the command log; undefined for a line that only reads. */
  readonly number: number | undefined;
}

/** A server. All layers are empty at first. */
export class CasparcgServer {
  #stage: Stage = emptyStage;
  #fault: InjectedFault | null = null;
  #queue: ReceivedLine[] = [];
  #commandAtMs = -Infinity;
  #media: MediaFolder;
  readonly #sessions = new Set<AmcpSession>();
  readonly #server: Server;
  readonly #osc: OscFeed;
  readonly #formats: readonly VideoFormat[];
  readonly #options: CasparcgServerOptions & Required<Pick<CasparcgServerOptions, 'timing'>>;

  constructor(
    options: CasparcgServerOptions,
    private readonly world: SimulatedWorld,
  ) {
    this.#formats = formatsOf(options);
    this.#options = { timing: measuredTiming(this.#formats), ...options };
    this.#media = new MediaFolder(options.media);
    this.#osc = new OscFeed(
      {
        port: options.oscPort ?? null,
        channels: () => this.#channels(),
        deliveryDelaysMs: () => deliveryDelaysMs(this.#fault),
        frameMs: () => this.#frameMs(),
      },
      world.clock,
    );
    this.#server = createServer((socket) => {
      if (this.#fault?.type === 'offline') socket.destroy();
      else this.#open(socket);
    });
  }

  get id(): string {
    return this.#options.identity.id;
  }

  /** Starts listening (port 0 for any free port) and returns the address. */
  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.on('error', reject).listen(port, host, resolve);
    });
    const bound = this.#server.address() as AddressInfo;
    this.#osc.open(bound);
    return bound;
  }

  snapshot(): DeviceSnapshot {
    const layerAt: LayerAt = (address) => ({
      visible: unfinishedProducer(layerOf(this.#present, address), this.#clock.now()),
      loaded: layerOf(this.#present, address).background,
    });
    const shown = this.#options.scenes?.(layerAt) ?? [...this.#stage.keys()];
    const connected = this.#fault?.type !== 'offline';
    const state = { connected, fault: this.#fault, actual: shown, reported: shown };
    return { ...this.#options.identity, faults: serverFaults, ...state };
  }

  setFault(fault: InjectedFault | null): void {
    const before = this.#fault;
    this.#fault = fault;
    this.#injectOscFault(oscFaultOf(before), oscFaultOf(fault));
    this.#changed('fault');
    if (fault?.type === 'offline') this.#disconnectClients();
    if (before?.type === 'frozen' && fault?.type !== 'frozen') this.#unfreeze();
  }

  /** Returns what is visible on the layer with an address such as `1-10`. */
  visible(address: string): Producer {
    return visibleProducer(layerOf(this.#present, address), this.#clock.now());
  }

  /** Executes a line as if another client had sent it. */
  execute(line: string): void {
    this.#stage = executeLine(this.#context(), line).stage;
    this.#changed('actual');
  }

  /** Sets the fault of the network between the server and its OSC clients; null for none. */
  setOscFault(fault: OscFault | null): void {
    this.#osc.setFault(fault);
  }

  /** Changes how a file behaves when it is played from now on. */
  setMediaKind(name: string, kind: MediaKind): void {
    const { durationS = 0 } = this.#media.find(name) ?? {};
    this.#media.put(mediaItem(name, durationS, { kind }));
  }

  /** Restarts the server: empties every layer, disconnects every client, and restores faults and files. */
  reset(): void {
    this.#fault = null;
    this.#osc.setFault(null);
    this.#disconnectClients();
    this.#stage = emptyStage;
    this.#media = new MediaFolder(this.#options.media);
    this.#changed('actual');
  }

  stop(): void {
    this.#disconnectClients();
    this.#osc.close();
    this.#server.close();
  }

  get #clock(): Clock {
    return this.world.clock;
  }

  /** The layers now, with what has followed by itself since the last command. */
  get #present(): Stage {
    this.#stage = followed(this.#stage, this.#clock.now());
    return this.#stage;
  }

  get #log(): CommandLog {
    return this.world.log;
  }

  get #random(): Random {
    return this.world.random;
  }

  #open(socket: Socket): void {
    const session = new AmcpSession(socket, this.#clock, (from, line) => {
      this.#receive(from, line);
    });
    this.#sessions.add(session);
    const removeClient = this.#osc.addClient(socket.remoteAddress);
    socket.once('close', () => {
      this.#sessions.delete(session);
      session.unsubscribe();
      removeClient();
    });
  }

  /** Leaves a fault alone that was set by `setOscFault`. */
  #injectOscFault(before: OscFault | null, after: OscFault | null): void {
    if (before !== null || after !== null) this.#osc.setFault(after);
  }

  #frameMs(): number {
    const { afterCommand, atRest } = this.#options.timing.frameMs;
    const now = this.#clock.now();
    if (afterCommand === atRest || now - this.#commandAtMs < afterCommandMs) return afterCommand;
    const untilEnds = [...this.#present.values()].map(({ foreground }) => endsAtMs(foreground) - now);
    return Math.min(atRest, ...untilEnds.filter((ms) => ms > 0));
  }

  #channels(): readonly (readonly StateEntry[])[] {
    const now = this.#clock.now();
    return this.#formats.map((format, index) => channelState(this.#present, index + 1, format, now));
  }

  #changed(what: 'fault' | 'actual' | 'command'): void {
    this.world.changed({ device: this.id, what });
  }

  #receive(session: AmcpSession, line: string): void {
    this.#options.onLine?.(line);
    const number = changesState(line) ? this.#log.open(this.id, { type: 'amcp', line }) : undefined;
    if (number !== undefined) this.#changed('command');
    if (this.#fault?.type === 'frozen') this.#enqueue({ session, line, number });
    else this.#execute({ session, line, number });
  }

  #enqueue(queued: ReceivedLine): void {
    this.#queue.push(queued);
    if (queued.number !== undefined) this.#log.queue(queued.number);
  }

  #execute({ session, line, number }: ReceivedLine): void {
    const refused = number !== undefined && this.#fault?.type === 'refused';
    const reply = refused ? rejectLine(line) : this.#executeLine(session, line);
    this.#send(session, reply, number === undefined ? 0 : this.#between(this.#options.timing.replyMs));
    if (number === undefined) return;
    this.#commandAtMs = this.#clock.now();
    const { afterCommand, atRest } = this.#options.timing.frameMs;
    if (afterCommand < atRest) this.#osc.reschedule();
    this.#log.end(number, refused ? 'refused' : 'executed', this.#fault?.type ?? null);
    this.#changed('actual');
    this.#countCommand();
  }

  /** Ends a fault that is limited to a number of commands. */
  #countCommand(): void {
    if (this.#fault?.commands !== undefined) this.setFault(faultAfterCommand(this.#fault));
  }

  #between({ min, max }: DurationRange): number {
    return this.#random.between(min, max);
  }

  #context(): AmcpContext {
    const { timing, version = '2.5.0', hasMediaScanner = false, templates = new Map() } = this.#options;
    return {
      stage: this.#present,
      channels: this.#formats,
      media: this.#media,
      hasMediaScanner,
      templates,
      now: this.#clock.now(),
      pictureMs: this.#between(timing.pictureMs),
      emptyMs: this.#between(timing.emptyMs),
      version,
      isIneffective: this.#fault?.type === 'ineffective',
    };
  }

  #executeLine(session: AmcpSession, line: string): string {
    const { stage, reply, osc } = executeLine(this.#context(), line);
    this.#stage = stage;
    if (osc !== undefined)
      session.setSubscription(osc.port, osc.isOn ? this.#osc.subscribe(session.remoteAddress, osc.port) : undefined);
    return reply;
  }

  #send(session: AmcpSession, reply: string, delayMs: number): void {
    for (const extraMs of deliveryDelaysMs(this.#fault)) session.send(reply, delayMs + extraMs);
  }

  /** Executes the queued lines in their order. */
  #unfreeze(): void {
    for (const queued of this.#queue.splice(0)) this.#execute(queued);
  }

  #disconnectClients(): void {
    for (const { number } of this.#queue.splice(0))
      if (number !== undefined) this.#log.end(number, 'dropped', this.#fault?.type ?? null);
    for (const session of this.#sessions) session.end();
  }
}
