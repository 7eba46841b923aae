// Controls the player of one output: a channel of a CasparCG server, with one layer per scene.
import * as E from 'fp-ts/lib/Either.js';
import type { OutputWithPlayer } from '../../../application/commands/layout-players.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { ClipSelection, Players } from '../../../application/ports/players.js';
import type { Log } from '../../../application/ports/log.js';
import type { SendResult, SentCommand } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { defaultAmcpPort } from '../../../domain/studio/player.js';
import { readChannel, readMediaFolder } from './channel.js';
import { channelLine, pathsLine, playLine, stopLine, unplayableReason, type LayerAddress } from './commands.js';
import { Connection } from './connection.js';
import { Layer } from './layer.js';
import type { AmcpReply } from './reply-reader.js';
import { PendingCommand } from './pending-command.js';
import { ChannelPoller } from './channel-poller.js';

/** Maximum number of pending commands per layer. A frozen server would otherwise collect any number of them. */
const pendingLimit = 100;

const connectionLost = 'the connection was lost after the command was sent; it is unknown whether it was executed';

/** Dependencies of a player. */
export interface CasparcgPlayerDeps {
  /** The clips that the player may show. */
  readonly selections: readonly ClipSelection[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the output's id after its state has changed. */
  readonly changed: (output: string) => void;
}

/** One player. It stays connected until it is closed. */
export class CasparcgPlayer {
  #connected = false;
  #folder = '';
  #framesPerSecond = 25;
  #lastNotified = '';
  readonly #name: string;
  readonly #layers: readonly Layer[];
  readonly #connection: Connection;
  readonly #poller: ChannelPoller;

  constructor(
    private readonly output: OutputWithPlayer,
    private readonly deps: CasparcgPlayerDeps,
  ) {
    const { host, port = defaultAmcpPort, layers, channel } = output.player;
    this.#name = `the player of "${output.slot}" (CasparCG at ${host}:${String(port)})`;
    this.#layers = output.scenes.map((scene) => new Layer(scene, layers[scene] ?? 0));
    this.#connection = new Connection(
      { host, port },
      {
        onOpen: () => {
          this.#handleOpen();
        },
        onLost: (reason) => {
          this.#handleLost(reason);
        },
      },
    );
    this.#poller = new ChannelPoller(this.#connection, channelLine(channel), deps.clock, {
      onReply: (reply, request) => {
        this.#applyReport(reply, request);
      },
      nextChangeAtMs: () => Math.min(...this.#layers.map((layer) => layer.nextChangeAtMs(deps.clock.now()))),
    });
    this.#connection.dial();
  }

  play(scene: string, selection: ClipSelection): SendResult {
    const reason = unplayableReason(selection.clip);
    if (reason !== undefined) return E.left(failure('device_error', `${this.#name} can't play the clip: ${reason}`));
    return this.#sendTo([scene], selection, (address) => playLine(address, selection.clip, this.#framesPerSecond));
  }

  stop(scenes: readonly string[]): SendResult {
    return this.#sendTo(scenes, null, stopLine);
  }

  state(): ReturnType<Players['state']> {
    return { connected: this.#connected, scenes: this.#layers.map((layer) => layer.snapshot()) };
  }

  close(): void {
    this.#poller.stop();
    this.#connection.close();
  }

  #unavailable(layers: readonly Layer[]): Failure | undefined {
    if (!this.#connected) return failure('device_unavailable', `${this.#name} isn't connected`);
    return layers.some(({ pendingCount }) => pendingCount >= pendingLimit)
      ? failure('device_unavailable', `${this.#name} hasn't replied to the last ${String(pendingLimit)} commands`)
      : undefined;
  }

  #sendTo(
    scenes: readonly string[],
    selection: ClipSelection | null,
    lineFor: (address: LayerAddress) => string,
  ): SendResult {
    const layers = this.#layers.filter(({ scene }) => scenes.includes(scene));
    const unavailable = this.#unavailable(layers);
    if (unavailable !== undefined) return E.left(unavailable);
    const { channel } = this.output.player;
    const commands = layers.map((layer) => this.#send(layer, selection, lineFor({ channel, layer: layer.number })));
    // The server works in order, so a poll right after a command reports the command's effect.
    this.#poller.poll();
    return E.right(combine(commands, this.deps.clock));
  }

  #send(layer: Layer, selection: ClipSelection | null, line: string): PendingCommand {
    const command = new PendingCommand(this.#name, selection, this.deps.clock.now());
    const request = this.#connection.request(line, (reply) => {
      if (reply !== undefined && reply.code < 300) {
        command.accept(this.deps.clock.now());
        this.#poller.poll();
        return;
      }
      if (request !== undefined) layer.remove(request);
      command.fail(reply === undefined ? connectionLost : `it replied ${reply.status}`);
    });
    if (request === undefined) command.fail('the connection was lost before the command was sent');
    else layer.add(request, command);
    return command;
  }

  #handleOpen(): void {
    this.#connection.request(pathsLine, (reply) => {
      if (reply?.code === 201) this.#tryRead(() => (this.#folder = readMediaFolder(reply.data)));
    });
    this.#poller.start();
  }

  #handleLost(reason: string): void {
    this.#poller.stop();
    if (this.#connected) this.deps.log.warn('lost the connection to a player', { player: this.#name, why: reason });
    this.#connected = false;
    for (const layer of this.#layers) layer.failAll(connectionLost);
    this.#notify();
  }

  #applyReport(reply: AmcpReply, request: number): void {
    if (reply.code !== 201) return;
    this.#tryRead(() => {
      const { framesPerSecond, layers } = readChannel(reply.data);
      this.#framesPerSecond = framesPerSecond;
      if (!this.#connected) this.deps.log.info('connected to a player', { player: this.#name });
      this.#connected = true;
      const context = { nowMs: this.deps.clock.now(), folder: this.#folder, selections: this.deps.selections };
      for (const layer of this.#layers) layer.applyReport(layers.get(layer.number), request, context);
    });
    this.#notify();
  }

  /** Runs `read`. Logs and ignores a reply that can't be parsed. */
  #tryRead(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.deps.log.warn('a player sent a reply that could not be parsed', { player: this.#name, error });
    }
  }

  #notify(): void {
    const state = JSON.stringify(this.state());
    if (state === this.#lastNotified) return;
    this.#lastNotified = state;
    this.deps.changed(this.output.id);
  }
}

const firstFailure = async (results: readonly SentCommand['accepted'][]): SentCommand['accepted'] =>
  (await Promise.all(results)).find(E.isLeft) ?? E.right(undefined);

/** Combines the commands to several layers into one. */
const combine = (commands: readonly PendingCommand[], clock: Clock): SentCommand => ({
  accepted: firstFailure(commands.map(({ results }) => results.accepted)),
  confirmed: firstFailure(commands.map(({ results }) => results.confirmed)),
  failureAtTimeout: () =>
    commands.map((command) => command.failureAtTimeout(clock.now())).find((failed) => failed !== undefined),
});
