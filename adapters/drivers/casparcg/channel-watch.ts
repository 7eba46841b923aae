// Follows the state of one channel: by OSC, which arrives with every frame, or by INFO while no OSC arrives.
import { datagramLimits, ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { StateSource } from '../../../application/ports/players.js';
import type { Wire } from '../../../application/ports/wire.js';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import type { Log } from '../../../application/ports/log.js';
import { channelLine } from './commands.js';
import type { Connection, SocketAddresses } from './connection.js';
import { HangCheck } from './hang-check.js';
import { readChannel } from './info.js';
import { InfoFallback, restMs } from './info-fallback.js';
import type { LayerState } from './layer-state.js';
import { OscChannel, type ChannelUpdate } from './osc-channel.js';
import { OscFeed } from './osc-feed.js';
import type { OscSource } from './osc-port.js';
import type { AmcpReply } from './reply-reader.js';

/** How often the watch checks whether the server is silent, in milliseconds. */
const checkMs = 500;

/** After this time without OSC, the state is read by INFO, in milliseconds. */
const oscSilenceMs = 1_000;

/** How long a server may send nothing before its connection is dropped, in milliseconds. Longer than any call waits. */
const silenceLimitMs = 35_000;

/** How long an OSC report is valid, in milliseconds: many frames, because some are lost. */
const oscValidMs = 500;

/** A state report. It may describe only some of the layers. A report that repeats the one before is the same object. */
export interface ChannelReport {
  readonly framesPerSecond: number | undefined;
  readonly layers: ReadonlyMap<number, LayerState | undefined>;
  readonly validMs: number;
}

/** What a watch needs to know and whom it reports to. */
export interface ChannelWatchOptions {
  readonly channel: number;
  readonly layers: readonly number[];
  readonly shared: OscSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly wire: Wire | undefined;
  /** Called with a clause about a server that floods the service, and with null when that is over. */
  readonly flooded: (message: string | null) => void;
  /** Returns the player's name in log entries. */
  readonly player: () => string;
  readonly onReport: (report: ChannelReport) => void;
}

/** The watch of one channel over one connection. */
export class ChannelWatch {
  #source: StateSource | null = null;
  #repliedAtMs = 0;
  #oscAtMs = 0;
  #cancelCheck: () => void = () => undefined;
  #osc: OscChannel;
  /** The last update by OSC, and the report of it. */
  #reported: { readonly update: ChannelUpdate; readonly report: ChannelReport } | undefined;
  readonly #budget: ReceiveBudget;
  readonly #feed: OscFeed;
  readonly #info: InfoFallback;
  readonly #hangCheck: HangCheck;

  constructor(
    private readonly connection: Connection,
    private readonly options: ChannelWatchOptions,
  ) {
    const { channel, layers, shared, clock, flooded } = options;
    this.#budget = new ReceiveBudget({ clock, flooded }, datagramLimits);
    this.#osc = new OscChannel(channel, layers);
    this.#hangCheck = new HangCheck(connection);
    this.#feed = new OscFeed(
      connection,
      shared,
      () => steadyMs(clock),
      (datagram) => {
        this.#readOsc(datagram);
      },
    );
    this.#info = new InfoFallback(connection, channelLine(channel), clock, (reply) => {
      this.#readInfo(reply);
    });
  }

  /** How the state is known; null if it isn't. */
  get source(): StateSource | null {
    return this.#source;
  }

  /** Starts watching over a new connection. */
  start(addresses: SocketAddresses): void {
    const { channel, layers, clock } = this.options;
    this.#osc = new OscChannel(channel, layers);
    this.#oscAtMs = steadyMs(clock);
    this.noteReply();
    this.#feed.open(addresses);
    this.#check();
  }

  stop(): void {
    this.#budget.close();
    this.#source = null;
    this.#cancelCheck();
    this.#feed.close();
    this.#info.stop();
  }

  /** Notes that the server has replied. */
  noteReply(): void {
    this.#repliedAtMs = steadyMs(this.options.clock);
  }

  /** Reads the effect of a command that is sent now, if no OSC will report it. */
  expect(isPending: () => boolean): void {
    this.#info.expect(isPending);
  }

  #check(): void {
    const { clock } = this.options;
    const nowMs = steadyMs(clock);
    if (nowMs - this.#repliedAtMs > silenceLimitMs || this.#hangCheck.isHanging()) {
      this.connection.drop('the server stopped replying');
      return;
    }
    this.#cancelCheck = clock.after(checkMs, () => {
      this.#check();
    });
    if (nowMs - this.#oscAtMs < oscSilenceMs || this.#info.isOn) return;
    this.#feed.useShared();
    this.#info.start();
  }

  #readOsc(datagram: Buffer): void {
    const { clock, wire } = this.options;
    if (!this.#budget.takeMessage(datagram.length)) return;
    wire?.note('received', datagram);
    const update = this.#osc.read(datagram, clock.now());
    if (update === undefined) return;
    this.#oscAtMs = steadyMs(clock);
    this.noteReply();
    this.#info.stop();
    this.#setSource(this.#feed.isShared ? 'osc_default_port' : 'osc');
    if (this.#reported?.update !== update) this.#reported = { update, report: { ...update, validMs: oscValidMs } };
    this.options.onReport(this.#reported.report);
  }

  #readInfo(reply: AmcpReply): void {
    if (reply.code !== 201 || !this.#info.isOn) return;
    const { log, player, layers, onReport } = this.options;
    try {
      const state = readChannel(reply.data);
      this.#setSource('info');
      const reported = new Map(layers.map((number) => [number, state.layers.get(number)]));
      onReport({ framesPerSecond: state.framesPerSecond, layers: reported, validMs: restMs });
    } catch (error) {
      log.warn('a player sent a reply that could not be parsed', { player: player(), error });
    }
  }

  #setSource(source: StateSource): void {
    if (source === this.#source) return;
    const { log } = this.options;
    const player = this.options.player();
    if (source === 'info') log.warn('a player sends no OSC, so its state is read by INFO now and then', { player });
    else if (this.#source === 'info') log.info('a player sends OSC again', { player });
    this.#source = source;
  }
}
