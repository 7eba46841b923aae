// Controls the player of one output: a channel of a CasparCG server, with one layer per scene.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection, PlayerCommand, Players, StateSource } from '../../../application/ports/players.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { steadyReport } from '../../../application/state/scenes.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { isGraphicCommand, type GraphicCommand } from '../../../domain/studio/command.js';
import { graphicOf, type GraphicDefinition } from '../../../domain/studio/graphic.js';
import { connectionLost } from '../shared/pending-commands.js';
import { toScenes } from '../shared/players.js';
import { ChannelWatch, type ChannelReport } from './channel-watch.js';
import { commandLine, cuedLengthLine, pathsLine, versionLine } from './commands.js';
import { checkCue } from './cue-check.js';
import type { Connection, SocketAddresses } from './connection.js';
import { GraphicLayer } from './graphic-layer.js';
import { LastReport } from './last-report.js';
import { folderIn } from './media-folder.js';
import type { LayerCommand } from './layer-command.js';
import { Layer } from './layer.js';
import { LayerPendingCommand, pendingLimit } from './pending-command.js';
import { playerConnection, type PlayerConnection, type PlayerConnectionDeps } from './player-connection.js';
import { inChannel } from '../../../application/ports/wire.js';
import { playerName } from './player-name.js';
import type { OscSource } from './osc-port.js';
import type { PlayedOutput } from './settings.js';
import { unplayable } from './unplayable.js';

/** Dependencies of a player. */
export interface CasparcgPlayerDeps extends PlayerConnectionDeps {
  /** Returns the clips that the player may show. */
  readonly selections: () => readonly ClipSelection[];
  /** The default port of OSC, shared by all players. */
  readonly defaultOsc: OscSource;
  /** Called with the output's id after its state has changed. */
  readonly changed: (output: string) => void;
}

/** One player. It stays connected until it is closed. */
export class CasparcgPlayer {
  #connected = false;
  /** The prefix of the server's media paths; undefined until the server has replied. */
  #folder: string | undefined;
  #framesPerSecond = 25;
  #version = '';
  #lastNotified = '';
  readonly #lastReport = new LastReport();
  #cancelElapse: () => void = () => undefined;
  #name: string;
  readonly #layers: readonly Layer[];
  readonly #graphics: readonly GraphicLayer[];
  readonly #all: readonly (Layer | GraphicLayer)[];
  readonly #opened: PlayerConnection;
  readonly #connection: Connection;
  readonly #watch: ChannelWatch;

  constructor(
    private output: PlayedOutput,
    private readonly deps: CasparcgPlayerDeps,
  ) {
    const { layers, channel } = output.player;
    const { clock, log, wire, defaultOsc: shared } = deps;
    this.#name = playerName(output);
    this.#layers = output.scenes.map((scene) => new Layer(scene, layers[scene] ?? 0));
    this.#opened = playerConnection(output, deps, {
      onOpen: (addresses) => {
        this.#handleOpen(addresses);
      },
      onReply: () => {
        this.#watch.noteReply();
      },
      onLost: () => {
        this.#handleLost();
      },
    });
    this.#connection = this.#opened.connection;
    this.#graphics = (output.graphics ?? []).map((graphic) => this.#graphicLayer(graphic));
    this.#all = [...this.#layers, ...this.#graphics];
    this.#watch = new ChannelWatch(this.#connection, {
      channel,
      layers: this.#all.map(({ number }) => number),
      shared,
      clock,
      log,
      wire: inChannel(wire, `${output.id} osc`),
      flooded: this.#opened.flooded,
      player: () => this.#name,
      onReport: (report) => {
        this.#applyReport(report);
      },
    });
    this.#connection.dial();
  }

  /**
   * Whether this player serves the output as it is defined now. If so, it takes over the output's name and graphics, and
   * its next report is applied with the clips of now.
   */
  serves(output: PlayedOutput): boolean {
    if (!isEqual([output.player, output.scenes], [this.output.player, this.output.scenes])) return false;
    this.output = output;
    this.#lastReport.forget();
    for (const layer of this.#graphics) {
      const graphic = graphicOf(output, layer.scene);
      if (graphic !== undefined) layer.define(graphic);
    }
    this.#name = playerName(output);
    return true;
  }

  send(command: PlayerCommand): SendResult {
    if (isGraphicCommand(command)) return this.#sendGraphic(command);
    if (command.do === 'stop') return this.#sendTo(command.scenes, () => ({ type: 'stop' }));
    const refused = 'clip' in command ? unplayable(this.#name, command.clip) : undefined;
    return refused ?? this.#sendTo([command.scene], (layer) => layer.commandFor(command, this.deps.clock.now()));
  }

  state(): ReturnType<Players['state']> {
    const shown = new Set(this.#graphics.filter(({ isShown }) => isShown).map(({ scene }) => scene));
    const scenes = this.#layers.map((layer) => ({ ...layer.snapshot(), graphicShown: shown.has(layer.scene) }));
    return { connected: this.#connected, scenes };
  }

  /** How the player's state is known; null if it isn't. */
  get stateSource(): StateSource | null {
    return this.#watch.source;
  }

  /** Closes the connection. Pending commands fail for this reason. */
  close(reason: string): void {
    this.#connected = false;
    this.#cancelElapse();
    this.#watch.stop();
    for (const layer of this.#all) layer.lose(reason);
    this.#connection.close();
  }

  #graphicLayer(graphic: GraphicDefinition): GraphicLayer {
    const { channel, graphicLayers = {} } = this.output.player;
    return new GraphicLayer(graphic, {
      address: { channel, layer: graphicLayers[graphic.scene] ?? 0 },
      player: () => this.#name,
      connection: this.#connection,
      clock: this.deps.clock,
      version: () => this.#version,
      onSent: (isPending) => {
        this.#watch.expect(isPending);
      },
    });
  }

  #sendGraphic(command: GraphicCommand): SendResult {
    const { scene } = command;
    const layer = this.#graphics.find((graphic) => graphic.scene === scene);
    if (layer === undefined) return E.left(failure('device_error', `${this.#name} has no graphic in "${scene}"`));
    const unavailable = this.#unavailable([layer]);
    return unavailable === undefined ? E.right(layer.send(command)) : E.left(unavailable);
  }

  #unavailable(layers: readonly Pick<Layer, 'unansweredCount'>[]): Failure | undefined {
    if (!this.#connected) return failure('device_unavailable', `${this.#name} isn't connected`);
    return layers.some(({ unansweredCount }) => unansweredCount >= pendingLimit)
      ? failure('device_unavailable', `${this.#name} hasn't replied to the last ${String(pendingLimit)} commands`)
      : undefined;
  }

  #sendTo(scenes: readonly string[], commandFor: (layer: Layer) => LayerCommand): SendResult {
    const layers = this.#layers.filter(({ scene }) => scenes.includes(scene));
    const unavailable = this.#unavailable(layers);
    if (unavailable !== undefined) return E.left(unavailable);
    const commands = layers.map((layer) => this.#send(layer, commandFor(layer)));
    this.#watch.expect(() => commands.some((command) => !command.isOver()));
    return toScenes(
      this.output.id,
      commands.map(({ sent }) => E.right(sent)),
    );
  }

  #send(layer: Layer, layerCommand: LayerCommand): LayerPendingCommand<LayerCommand> {
    const isShownBefore = layer.mayShow(layerCommand, this.#folder ?? '');
    const command = new LayerPendingCommand(this.#name, layerCommand, this.deps.clock, isShownBefore);
    const address = { channel: this.output.player.channel, layer: layer.number };
    const line = commandLine(layerCommand, address, this.#framesPerSecond);
    const request = this.#connection.request(line, (reply) => {
      if (reply !== undefined && reply.code < 300) {
        command.accept();
        if (layerCommand.type === 'cue') this.#checkCue(layer, command, layerCommand.selection);
        return;
      }
      if (request !== undefined) layer.remove(request);
      command.fail(reply === undefined ? connectionLost : `it replied ${reply.status}`);
    });
    if (request === undefined) command.fail('the connection was lost before the command was sent');
    else layer.add(request, command);
    return command;
  }

  #checkCue(layer: Layer, command: LayerPendingCommand<LayerCommand>, selection: ClipSelection): void {
    const address = { channel: this.output.player.channel, layer: layer.number };
    checkCue({
      clock: this.deps.clock,
      isPending: () => !command.isOver(),
      producer: () => layer.cuedProducer(selection, this.#folder ?? ''),
      ask: (onReply) => {
        this.#connection.request(cuedLengthLine(address), (reply) => {
          if (reply !== undefined) onReply(reply);
        });
      },
      pass: () => {
        command.pass();
      },
      fail: (message) => {
        layer.drop(command);
        command.fail(message);
      },
    });
  }

  #handleOpen(addresses: SocketAddresses): void {
    this.#folder = undefined;
    // The reply comes before that with the folder, and so before the player counts as connected.
    if (this.#graphics.length > 0)
      this.#connection.request(versionLine, (reply) => {
        this.#version = reply?.code === 201 ? reply.data : '';
      });
    this.#connection.request(pathsLine, (reply) => {
      if (reply !== undefined) this.#folder = folderIn(reply, this.deps.log, this.#name);
    });
    this.#watch.start(addresses);
  }

  #handleLost(): void {
    this.#cancelElapse();
    this.#watch.stop();
    this.#connected = false;
    for (const layer of this.#all) layer.lose(connectionLost);
    this.#notify();
  }

  /** Ignores reports until the media folder is known, because files in other folders may have the same name. */
  #applyReport(report: ChannelReport): void {
    if (this.#folder === undefined || this.#lastReport.isRepeatedBy(report, this.#all)) return;
    const { framesPerSecond, layers, validMs } = report;
    this.#framesPerSecond = framesPerSecond ?? this.#framesPerSecond;
    const context = { nowMs: this.deps.clock.now(), validMs, folder: this.#folder, selections: this.deps.selections() };
    for (const layer of this.#layers)
      if (layers.has(layer.number)) layer.applyReport(layers.get(layer.number), context);
    for (const layer of this.#graphics)
      if (layers.has(layer.number)) layer.applyReport(layers.get(layer.number), context.nowMs, validMs);
    if (!this.#connected && this.#all.every(({ isKnown }) => isKnown)) {
      this.#connected = true;
      this.#opened.known(this.#name, this.stateSource);
    }
    this.#scheduleElapse();
    this.#notify();
  }

  /** Ends clips by the clock while no OSC reports their end. */
  #scheduleElapse(): void {
    this.#cancelElapse();
    const endMs = Math.min(...this.#layers.map(({ endsAtMs }) => endsAtMs));
    if (this.stateSource !== 'info' || endMs === Infinity) return;
    const { clock } = this.deps;
    this.#cancelElapse = clock.after(Math.max(0, endMs - clock.now()), () => {
      for (const layer of this.#layers) layer.elapse(clock.now());
      this.#scheduleElapse();
      this.#notify();
    });
  }

  #notify(): void {
    const state = JSON.stringify(steadyReport(this.state()));
    if (state === this.#lastNotified) return;
    this.#lastNotified = state;
    this.deps.changed(this.output.id);
  }
}
