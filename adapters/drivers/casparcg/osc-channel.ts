// Follows the state of one channel from OSC datagrams, which may be lost, doubled, or arrive in any order.
import { decode } from 'node-osc';
import { frameRate, reportedTime, type LayerState } from './layer-state.js';
import {
  addressOf,
  frameNumber,
  hasPrefix,
  isBundle,
  isLastOfFrame,
  messagesOf,
  type RawMessage,
  contentStart,
} from './osc-datagram.js';

/** A frame that was read, and what it reports. */
class LastFrame<Update> {
  #read: { readonly bundle: Buffer; readonly update: Update } | undefined;

  /** Returns the update of the last frame, if a bundle differs from it in the frame number alone; otherwise undefined. */
  repeatedBy(bundle: Buffer): Update | undefined {
    const last = this.#read;
    if (last?.bundle.length !== bundle.length) return undefined;
    return last.bundle.compare(bundle, contentStart, bundle.length, contentStart) === 0 ? last.update : undefined;
  }

  set(bundle: Buffer, update: Update): void {
    this.#read = { bundle, update };
  }

  clear(): void {
    this.#read = undefined;
  }
}

/** What a datagram reports of a channel. */
export interface ChannelUpdate {
  /** Undefined if the datagram doesn't contain it. */
  readonly framesPerSecond: number | undefined;
  /** The layers that the datagram describes, by number. A layer that the server doesn't have is undefined. */
  readonly layers: ReadonlyMap<number, LayerState | undefined>;
}

/** The number of a frame of a sender that doesn't count frames: "immediately". */
const uncounted = 1n;

/** After this time without a frame, a lower number means that the server has started anew. Milliseconds. */
const restartMs = 1_000;

/** After this many frames without a layer, the server doesn't have it. */
const missingLimit = 50;

const fields = {
  cuedPath: 'background/file/path',
  cuedProducer: 'background/transition/producer',
  path: 'foreground/file/path',
  time: 'foreground/file/time',
  loop: 'foreground/loop',
  paused: 'foreground/paused',
  producer: 'foreground/producer',
  transitionFrame: 'foreground/transition/frame',
  transitionProducer: 'foreground/transition/producer',
} as const;

type Values = readonly unknown[];

const valuesOf = (bundle: Buffer, { start, end }: RawMessage): Values => {
  const message = decode(bundle.subarray(start, end)) as { readonly args?: readonly { readonly value: unknown }[] };
  return (message.args ?? []).map(({ value }) => value);
};

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** One layer of the channel, and the values of the current frame so far. */
class OscLayer {
  readonly #values = new Map<string, Values>();
  #isBegun = false;
  #missing = 0;
  readonly prefix: string;

  constructor(
    channelPrefix: string,
    readonly number: number,
  ) {
    this.prefix = `${channelPrefix}stage/layer/${String(number)}/`;
  }

  /** Begins another frame. */
  begin(): void {
    this.#missing = this.#values.size > 0 ? 0 : this.#missing + 1;
    this.#values.clear();
    this.#isBegun = false;
  }

  /** Whether the address is that of a value which is needed. */
  needs(address: string): boolean {
    const field = address.slice(this.prefix.length);
    return Object.values(fields).some((needed) => needed === field);
  }

  put(address: string, values: Values): void {
    this.#values.set(address.slice(this.prefix.length), values);
  }

  /**
   * Completes a datagram whose messages are between two addresses. Returns the layer's state, null if the server has no
   * such layer, or undefined if that isn't known.
   */
  end(first: string, last: string): LayerState | null | undefined {
    const isBegun = first < this.prefix;
    this.#isBegun ||= isBegun && this.#values.size > 0;
    if (this.#values.size > 0) return this.#state();
    const isPassed = last > this.prefix && !last.startsWith(this.prefix);
    return (isBegun && isPassed) || this.#missing >= missingLimit ? null : undefined;
  }

  #value(field: keyof typeof fields, index = 0): unknown {
    return this.#values.get(fields[field])?.[index];
  }

  /** The producer is the last of the values, and the path the first of the foreground. */
  #state(): LayerState | undefined {
    const producer = textOf(this.#value('producer'));
    const path = textOf(this.#value('path'));
    const isComplete = path !== undefined || this.#isBegun || producer === 'empty';
    if (producer === undefined || !isComplete) return undefined;
    const foreground = {
      producer,
      following: numberOf(this.#value('transitionFrame')) > 0 ? textOf(this.#value('transitionProducer')) : undefined,
      path,
      timeS: reportedTime(numberOf(this.#value('time'))),
      totalS: reportedTime(numberOf(this.#value('time', 1))),
      paused: this.#value('paused') === true,
      loop: this.#value('loop') === true,
    };
    const [cuedPath, cuedProducer] = [textOf(this.#value('cuedPath')), textOf(this.#value('cuedProducer'))];
    return { foreground, cuedPath, cuedProducer };
  }
}

/** One channel of a server. */
export class OscChannel {
  #frame = 0n;
  #readAtMs = -Infinity;
  readonly #prefix: Buffer;
  readonly #layerPrefix: Buffer;
  readonly #rateAddress: string;
  readonly #layers: readonly OscLayer[];
  readonly #last = new LastFrame<ChannelUpdate>();

  constructor(channel: number, layers: readonly number[]) {
    const prefix = `/channel/${String(channel)}/`;
    this.#prefix = Buffer.from(prefix);
    this.#layerPrefix = Buffer.from(`${prefix}stage/layer/`);
    this.#rateAddress = `${prefix}framerate`;
    this.#layers = layers.map((number) => new OscLayer(prefix, number));
  }

  /**
   * Reads a datagram that arrived at `nowMs`. Returns undefined if it is of another channel, older than the last one,
   * or not what CasparCG sends. Returns the same object for a frame that repeats the last one.
   */
  read(datagram: Buffer, nowMs: number): ChannelUpdate | undefined {
    try {
      return isBundle(datagram) ? (this.#repeated(datagram, nowMs) ?? this.#readAnew(datagram, nowMs)) : undefined;
    } catch {
      // Anyone on the network can send a datagram.
      this.#last.clear();
      return undefined;
    }
  }

  /** Returns the update of the last frame if a later one repeats it. The values of the layers stay those of the last frame. */
  #repeated(bundle: Buffer, nowMs: number): ChannelUpdate | undefined {
    const number = frameNumber(bundle);
    const update = number > this.#frame ? this.#last.repeatedBy(bundle) : undefined;
    if (update === undefined) return undefined;
    this.#frame = number;
    this.#readAtMs = nowMs;
    return update;
  }

  /** A frame is remembered if one datagram describes all layers: what it reports depends on no other datagram. */
  #readAnew(bundle: Buffer, nowMs: number): ChannelUpdate | undefined {
    const before = this.#frame;
    const update = this.#readBundle(bundle, messagesOf(bundle), nowMs);
    if (update === undefined) return undefined;
    const isWhole = this.#frame !== before && isLastOfFrame(bundle) && update.layers.size === this.#layers.length;
    if (isWhole) this.#last.set(bundle, update);
    else this.#last.clear();
    return update;
  }

  #readBundle(bundle: Buffer, messages: readonly RawMessage[], nowMs: number): ChannelUpdate | undefined {
    const [first, last] = [messages[0], messages.at(-1)];
    if (first === undefined || last === undefined || !hasPrefix(bundle, first, this.#prefix)) return undefined;
    if (!this.#isNew(frameNumber(bundle), nowMs)) return undefined;
    const framesPerSecond = this.#readValues(bundle, messages);
    const end = isLastOfFrame(bundle) ? '\uffff' : addressOf(bundle, last);
    return { framesPerSecond, layers: this.#layersBetween(addressOf(bundle, first), end) };
  }

  /** Begins another frame if the number is higher than the last one. Returns whether it isn't lower. */
  #isNew(number: bigint, nowMs: number): boolean {
    if (number < this.#frame && nowMs - this.#readAtMs < restartMs) return false;
    this.#readAtMs = nowMs;
    if (number !== this.#frame || number === uncounted) for (const layer of this.#layers) layer.begin();
    this.#frame = number;
    return true;
  }

  /** Decodes the values that are needed. Returns the frame rate, if the datagram contains it. */
  #readValues(bundle: Buffer, messages: readonly RawMessage[]): number | undefined {
    let framesPerSecond: number | undefined;
    for (const message of messages) {
      if (hasPrefix(bundle, message, this.#layerPrefix)) this.#readLayer(bundle, message);
      else if (addressOf(bundle, message) === this.#rateAddress) {
        const [frames, seconds] = valuesOf(bundle, message);
        framesPerSecond = frameRate(numberOf(frames), numberOf(seconds));
      }
    }
    return framesPerSecond;
  }

  #readLayer(bundle: Buffer, message: RawMessage): void {
    const address = addressOf(bundle, message);
    const layer = this.#layers.find(({ prefix }) => address.startsWith(prefix));
    if (layer?.needs(address) === true) layer.put(address, valuesOf(bundle, message));
  }

  #layersBetween(first: string, last: string): ReadonlyMap<number, LayerState | undefined> {
    return new Map(
      this.#layers.flatMap((layer) => {
        const state = layer.end(first, last);
        return state === undefined ? [] : [[layer.number, state ?? undefined] as const];
      }),
    );
  }
}
