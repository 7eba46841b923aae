// The player of one output: a channel of a CasparCG server, with a layer for every scene.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { ClipSelection, Players } from '../../../application/ports/players.js';
import type { Log } from '../../../application/ports/log.js';
import type { SendResult, SentCommand } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { OutputDefinition } from '../../../domain/studio/output.js';
import { defaultAmcpPort, type PlayerDefinition } from '../../../domain/studio/player.js';
import { readChannel, readMediaFolder } from './channel.js';
import { channelLine, pathsLine, playLine, stopLine, unplayable } from './commands.js';
import { Connection } from './connection.js';
import { Layer } from './layer.js';
import type { AmcpReply } from './reply-reader.js';
import { PendingCommand } from './pending-command.js';
import { ChannelPoller } from './channel-poller.js';

/** How many commands to one layer may be open at once; a frozen server would hold on to every one of them. */
const openLimit = 100;

const broken = 'the connection broke after the command was sent; whether it was carried out is not known';

/** What a player is made with. */
export interface CasparcgPlayerDeps {
  /** Every clip that it may be told to play. */
  readonly cues: readonly ClipSelection[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the output's id after its state has changed. */
  readonly changed: (output: string) => void;
}

/** An output that a CasparCG server plays. */
export interface PlayedOutput extends OutputDefinition {
  readonly player: PlayerDefinition;
}

/** One player. It keeps itself connected until it is closed. */
export class CasparcgPlayer {
  #connected = false;
  #folder = '';
  #framesPerSecond = 25;
  #told = '';
  readonly #name: string;
  readonly #layers: readonly Layer[];
  readonly #connection: Connection;
  readonly #watching: ChannelPoller;

  constructor(
    private readonly output: PlayedOutput,
    private readonly needs: CasparcgPlayerDeps,
  ) {
    const { host, port = defaultAmcpPort, layers, channel } = output.player;
    this.#name = `the player of "${output.slot}" (CasparCG at ${host}:${String(port)})`;
    this.#layers = output.scenes.map((scene) => new Layer(scene, layers[scene] ?? 0));
    this.#connection = new Connection(
      { host, port },
      {
        opened: () => {
          this.#opened();
        },
        lost: (why) => {
          this.#lost(why);
        },
      },
    );
    this.#watching = new ChannelPoller(this.#connection, channelLine(channel), needs.clock, {
      heard: (reply, asked) => {
        this.#report(reply, asked);
      },
      dueAtMs: () => Math.min(...this.#layers.map((layer) => layer.dueAtMs(needs.clock.now()))),
    });
    this.#connection.dial();
  }

  play(scene: string, cue: ClipSelection): SendResult {
    const cannot = unplayable(cue.clip);
    if (cannot !== undefined) return E.left(failure('device_error', `${this.#name} can't be told: ${cannot}`));
    return this.#tell([scene], cue, (place) => playLine(place, cue.clip, this.#framesPerSecond));
  }

  stop(scenes: readonly string[]): SendResult {
    return this.#tell(scenes, null, stopLine);
  }

  state(): ReturnType<Players['state']> {
    return { connected: this.#connected, scenes: this.#layers.map((layer) => layer.told()) };
  }

  close(): void {
    this.#watching.stop();
    this.#connection.close();
  }

  #unavailable(layers: readonly Layer[]): Failure | undefined {
    if (!this.#connected) return failure('device_unavailable', `${this.#name} isn't connected`);
    return layers.some(({ openCount }) => openCount >= openLimit)
      ? failure('device_unavailable', `${this.#name} hasn't answered the last ${String(openLimit)} commands`)
      : undefined;
  }

  #tell(
    scenes: readonly string[],
    cue: ClipSelection | null,
    line: (place: { channel: number; layer: number }) => string,
  ) {
    const layers = this.#layers.filter(({ scene }) => scenes.includes(scene));
    const unavailable = this.#unavailable(layers);
    if (unavailable !== undefined) return E.left(unavailable);
    const { channel } = this.output.player;
    const commands = layers.map((layer) => this.#send(layer, cue, line({ channel, layer: layer.number })));
    // Replies come in order: what is asked right behind a command is answered with what became of it.
    this.#watching.look();
    return E.right(asOne(commands, this.needs.clock));
  }

  #send(layer: Layer, cue: ClipSelection | null, line: string): PendingCommand {
    const command = new PendingCommand(this.#name, cue, this.needs.clock.now());
    const number = this.#connection.request(line, (reply) => {
      if (reply !== undefined && reply.code < 300) {
        command.accept(this.needs.clock.now());
        this.#watching.look();
        return;
      }
      layer.drop(number ?? 0);
      command.fail(reply === undefined ? broken : `it answered ${reply.status}`);
    });
    if (number === undefined) command.fail('it went away before the command was sent');
    else layer.await(number, command);
    return command;
  }

  #opened(): void {
    this.#connection.request(pathsLine, (reply) => {
      if (reply?.code === 201) this.#read(() => (this.#folder = readMediaFolder(reply.data)));
    });
    this.#watching.start();
  }

  #lost(why: string): void {
    this.#watching.stop();
    if (this.#connected) this.needs.log.warn('a player is away', { player: this.#name, why });
    this.#connected = false;
    for (const layer of this.#layers) layer.failAll(broken);
    this.#tellChange();
  }

  #report(reply: AmcpReply, asked: number): void {
    if (reply.code !== 201) return;
    this.#read(() => {
      const { framesPerSecond, layers } = readChannel(reply.data);
      this.#framesPerSecond = framesPerSecond;
      if (!this.#connected) this.needs.log.info('a player is connected', { player: this.#name });
      this.#connected = true;
      const reading = { nowMs: this.needs.clock.now(), folder: this.#folder, cues: this.needs.cues };
      for (const layer of this.#layers) layer.report(layers.get(layer.number), asked, reading);
    });
    this.#tellChange();
  }

  /** What isn't the XML that it should be tells nothing; a server that tells none for long is silent. */
  #read(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.needs.log.warn('a player told something unreadable', { player: this.#name, error });
    }
  }

  #tellChange(): void {
    const told = JSON.stringify(this.state());
    if (told === this.#told) return;
    this.#told = told;
    this.needs.changed(this.output.id);
  }
}

const every = async (ends: readonly SentCommand['accepted'][]): SentCommand['accepted'] =>
  (await Promise.all(ends)).find(E.isLeft) ?? E.right(undefined);

/** Commands to several layers that belong together, as one. */
const asOne = (commands: readonly PendingCommand[], clock: Clock): SentCommand => ({
  accepted: every(commands.map(({ ends }) => ends.accepted)),
  confirmed: every(commands.map(({ ends }) => ends.confirmed)),
  failureAtTimeout: () =>
    commands.map((command) => command.verdict(clock.now())).find((failed) => failed !== undefined),
});
