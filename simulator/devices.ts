// The devices of a simulated studio. They follow its layout.
import { reconcile } from '../application/commands/reconcile.js';
import { isEqual } from '../domain/codec/equality.js';
import type { CameraDefinition } from '../domain/studio/camera.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { playerDefinitions, type OutputDefinition } from '../domain/studio/output.js';
import type { SignalDefinition } from '../domain/studio/signal.js';
import type { Behaviour } from './behaviour.js';
import { camera, type CameraCommand, type CameraState } from './camera.js';
import { SimulatedDevice } from './device.js';
import { player, type PlayerCommand, type PlayerState } from './player.js';
import { signalLine, type SignalLineCommand, type SignalLineState } from './signal-line.js';
import { worldOf, type DeviceIdentity, type StudioWorld } from './simulated-world.js';

type DeviceMap<State, Command extends object> = ReadonlyMap<string, SimulatedDevice<State, Command>>;

interface Definition {
  readonly id: string;
  readonly name: string;
}

/** How the devices of one kind are made. */
interface Kind<D extends Definition, State, Command> {
  readonly kind: DeviceIdentity['kind'];
  readonly behaviour: (definition: D) => Behaviour<State, Command>;
  /** What a device can't take over from another definition. */
  readonly essence: (definition: D) => unknown;
}

/** The devices of one kind. */
class DevicesOfKind<D extends Definition, State, Command extends object> {
  readonly byId = new Map<string, SimulatedDevice<State, Command>>();
  readonly #definitions = new Map<string, D>();

  constructor(
    private readonly kind: Kind<D, State, Command>,
    private readonly world: StudioWorld,
  ) {}

  follow(definitions: readonly D[]): void {
    reconcile(this.byId, definitions, {
      open: (definition) => this.#open(definition),
      serves: (device, definition) => this.#serves(device, definition),
      close: (device) => {
        device.remove();
      },
    });
    this.#sort(definitions);
  }

  #open(definition: D): SimulatedDevice<State, Command> {
    const { id, name } = definition;
    this.#definitions.set(id, definition);
    const identity = { id, kind: this.kind.kind, name };
    return new SimulatedDevice(identity, this.kind.behaviour(definition), worldOf(this.world, id));
  }

  #serves(device: SimulatedDevice<State, Command>, definition: D): boolean {
    const before = this.#definitions.get(definition.id);
    const { essence } = this.kind;
    if (before === undefined || !isEqual(essence(before), essence(definition))) return false;
    this.#definitions.set(definition.id, definition);
    device.rename(definition.name);
    return true;
  }

  /** Puts the devices in the order of their definitions. */
  #sort(definitions: readonly D[]): void {
    for (const { id } of definitions) {
      const device = this.byId.get(id);
      this.byId.delete(id);
      if (device !== undefined) this.byId.set(id, device);
    }
  }
}

const players: Kind<OutputDefinition, PlayerState, PlayerCommand> = {
  kind: 'player',
  behaviour: player,
  essence: ({ scenes, player: address }) => [scenes, address ?? null],
};

const lines: Kind<SignalDefinition, SignalLineState, SignalLineCommand> = {
  kind: 'signal_line',
  behaviour: () => signalLine,
  essence: () => null,
};

const cameras: Kind<CameraDefinition, CameraState, CameraCommand> = {
  kind: 'camera',
  behaviour: camera,
  essence: ({ angles }) => angles.map(({ id }) => id),
};

/** All devices of a studio, by id, in the layout's order. There are none before the first layout. */
export class Devices {
  readonly #players;
  readonly #lines;
  readonly #cameras;

  constructor(world: StudioWorld) {
    this.#players = new DevicesOfKind(players, world);
    this.#lines = new DevicesOfKind(lines, world);
    this.#cameras = new DevicesOfKind(cameras, world);
  }

  get players(): DeviceMap<PlayerState, PlayerCommand> {
    return this.#players.byId;
  }

  get lines(): DeviceMap<SignalLineState, SignalLineCommand> {
    return this.#lines.byId;
  }

  get cameras(): DeviceMap<CameraState, CameraCommand> {
    return this.#cameras.byId;
  }

  /** Removes, replaces and adds devices. A device that differs in its name alone stays as it is. */
  follow({ outputs, signals, cameras: definitions }: StudioLayout): void {
    this.#players.follow(playerDefinitions(outputs));
    this.#lines.follow(signals);
    this.#cameras.follow(definitions);
  }
}
