// A simulated CasparCG server: AMCP over TCP and OSC over UDP as the real one speaks them, and every fault on demand.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';
import type { CommandLog } from '../command-log.js';
import type { InjectedFault } from '../fault.js';
import type { Random } from '../random.js';
import type { DeviceIdentity, DeviceSnapshot, SimulatedWorld } from '../simulated-world.js';
import { acts, obey, refuseCommand } from './commands.js';
import { mediaFile, MediaFolder, type MediaItem, type MediaKind } from './media.js';
import { OscFeed } from './osc-feed.js';
import { empty, isOver, type Producer } from './producer.js';
import { AmcpSession } from './session.js';
import { emptyStage, layerOf, seen, type Stage } from './stage.js';
import { channelState, type StateEntry } from './state.js';

/** A span of milliseconds, both ends included. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** A server as it is set up. */
export interface Setup {
  readonly identity: DeviceIdentity;
  readonly channels: number;
  readonly media: readonly MediaItem[];
  /** What it shows, as the simulator's page tells it, where that is more than names of files by layer. */
  readonly scenes?: (seen: (place: string) => Producer) => unknown;
  /** As measured unless given. */
  readonly timing?: Timing;
  /** The port of its clients that it tells its state by OSC; 0, and unless given, for not at all. */
  readonly oscPort?: number;
}

/** How long a server takes. */
export interface Timing {
  /** To answer a command. */
  readonly answerMs: Span;
  /** From a command to the first picture of a file. */
  readonly pictureMs: Span;
}

/** What CasparCG 2.5.0 takes on a small machine. */
const measured: Timing = { answerMs: { min: 1, max: 4 }, pictureMs: { min: 100, max: 125 } };

interface Queued {
  readonly session: AmcpSession;
  readonly line: string;
  readonly number: number | undefined;
}

/** In how many milliseconds what is said now is heard, once for each time that it is. */
const heardAfterMs = (fault: InjectedFault | null): readonly number[] => {
  if (fault?.type === 'late') return [fault.delayMs];
  if (fault?.type === 'lost' || fault?.type === 'frozen') return [];
  return fault?.type === 'duplicate' ? [0, 0] : [0];
};

/** A server. It begins with every layer empty. */
export class CasparcgServer {
  #stage: Stage = emptyStage;
  #fault: InjectedFault | null = null;
  #queue: Queued[] = [];
  #media: MediaFolder;
  readonly #sessions = new Set<AmcpSession>();
  readonly #server: Server;
  readonly #osc: OscFeed;
  readonly #setup: Setup & Required<Pick<Setup, 'timing'>>;

  constructor(
    setup: Setup,
    private readonly world: SimulatedWorld,
  ) {
    this.#setup = { timing: measured, ...setup };
    this.#media = new MediaFolder(setup.media);
    this.#osc = new OscFeed(
      {
        port: setup.oscPort ?? 0,
        channels: () => this.#channels(),
        heardAfterMs: () => heardAfterMs(this.#fault),
      },
      world.clock,
    );
    this.#server = createServer((socket) => {
      if (this.#fault?.type === 'offline') socket.destroy();
      else this.#begin(socket);
    });
  }

  get id(): string {
    return this.#setup.identity.id;
  }

  /** Listens, on any free port for 0, and tells where. */
  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    const bound = this.#server.address() as AddressInfo;
    this.#osc.open(bound);
    return bound;
  }

  snapshot(): DeviceSnapshot {
    const shown = this.#setup.scenes?.((place) => this.#seenOn(place)) ?? [...this.#stage.keys()];
    const connected = this.#fault?.type !== 'offline';
    return { ...this.#setup.identity, connected, fault: this.#fault, actual: shown, reported: shown };
  }

  setFault(fault: InjectedFault | null): void {
    const before = this.#fault;
    this.#fault = fault;
    this.#changed('fault');
    if (fault?.type === 'offline') this.#hangUp();
    if (before?.type === 'frozen' && fault?.type !== 'frozen') this.#thaw();
  }

  /** What becomes of a file from now on, whenever it is played. */
  spoil(name: string, kind: MediaKind): void {
    const { durationS = 0 } = this.#media.find(name) ?? {};
    this.#media.put(mediaFile(name, durationS, { kind }));
  }

  /** As after a restart: every layer empty, every client gone, no fault, every file as it was. */
  reset(): void {
    this.#fault = null;
    this.#hangUp();
    this.#stage = emptyStage;
    this.#media = new MediaFolder(this.#setup.media);
    this.#changed('actual');
  }

  stop(): void {
    this.#hangUp();
    this.#osc.close();
    this.#server.close();
  }

  get #clock(): Clock {
    return this.world.clock;
  }

  get #log(): CommandLog {
    return this.world.log;
  }

  get #random(): Random {
    return this.world.random;
  }

  #begin(socket: Socket): void {
    const session = new AmcpSession(socket, this.#clock, (from, line) => {
      this.#arrive(from, line);
    });
    this.#sessions.add(session);
    const unfollow = this.#osc.follow(socket.remoteAddress);
    socket.once('close', () => {
      this.#sessions.delete(session);
      unfollow();
    });
  }

  #channels(): readonly (readonly StateEntry[])[] {
    const now = this.#clock.now();
    return Array.from({ length: this.#setup.channels }, (_, index) => channelState(this.#stage, index + 1, now));
  }

  /** What is really seen on a layer such as `1-10`; a file that is over is nothing. */
  #seenOn(place: string): Producer {
    const now = this.#clock.now();
    const producer = seen(layerOf(this.#stage, place), now);
    return producer.kind === 'file' && isOver(producer, now) ? empty : producer;
  }

  #changed(what: 'fault' | 'actual' | 'command'): void {
    this.world.changed({ device: this.id, what });
  }

  #arrive(session: AmcpSession, line: string): void {
    const number = acts(line) ? this.#log.open(this.id, { type: 'amcp', line }) : undefined;
    if (number !== undefined) this.#changed('command');
    if (this.#fault?.type === 'frozen') this.#hold({ session, line, number });
    else this.#execute({ session, line, number });
  }

  #hold(queued: Queued): void {
    this.#queue.push(queued);
    if (queued.number !== undefined) this.#log.queue(queued.number);
  }

  #execute({ session, line, number }: Queued): void {
    const refused = number !== undefined && this.#fault?.type === 'refused';
    const answer = refused ? refuseCommand(line) : this.#obey(line);
    const { min, max } = this.#setup.timing.answerMs;
    this.#say(session, answer, number === undefined ? 0 : this.#random.between(min, max));
    if (number === undefined) return;
    this.#log.end(number, refused ? 'refused' : 'executed', this.#fault?.type ?? null);
    this.#changed('actual');
  }

  #obey(line: string): string {
    const { channels, timing } = this.#setup;
    const pictureMs = this.#random.between(timing.pictureMs.min, timing.pictureMs.max);
    const scene = { stage: this.#stage, channels, media: this.#media, now: this.#clock.now(), pictureMs };
    const { stage, answer } = obey({ ...scene, isIneffective: this.#fault?.type === 'ineffective' }, line);
    this.#stage = stage;
    return answer;
  }

  #say(session: AmcpSession, answer: string, delayMs: number): void {
    for (const lateMs of heardAfterMs(this.#fault)) session.say(answer, delayMs + lateMs);
  }

  /** What has queued up is obeyed as it came. */
  #thaw(): void {
    for (const queued of this.#queue.splice(0)) this.#execute(queued);
  }

  #hangUp(): void {
    for (const { number } of this.#queue.splice(0))
      if (number !== undefined) this.#log.end(number, 'dropped', this.#fault?.type ?? null);
    for (const session of this.#sessions) session.end();
  }
}
