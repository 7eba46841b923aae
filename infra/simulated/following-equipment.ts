// The equipment of the connections of a studio that simulates its devices by itself: it follows the studio file.
import type { Log } from '../../application/ports/log.js';
import { taskQueue } from '../../application/state/task-queue.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { Settings } from '../settings/settings.js';
import { listenProblem } from '../machine/startup-errors.js';
import { missingServers, plannedConnections, type PlannedEquipment } from './equipment.js';
import { addressOf, boundTo, listeningLine, missingLine, socketOf, type BoundEquipment } from './wire.js';

/** Equipment that follows the connections of a studio. */
export interface FollowingEquipment {
  /** Closes what the studio no longer has, and listens for what is new. Resolves with a line for each connection. */
  readonly follow: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Why equipment doesn't listen; undefined if it does. */
type Problem = string | undefined;

/** The equipment that listens, by the keys of what was planned. */
class ListeningEquipment {
  readonly #all = new Map<string, BoundEquipment>();

  constructor(private readonly host: Settings['SIMULATOR_HOST']) {}

  /** Returns the line of planned equipment. Listens if it doesn't listen yet. */
  async lineOf(planned: PlannedEquipment): Promise<string> {
    const listening = this.#all.get(planned.key);
    if (listening !== undefined) return listeningLine(listening);
    const bound = boundTo(this.host)(planned.create());
    const problem = this.#conflictOf(bound) ?? (await this.#listen(bound));
    if (problem === undefined) this.#all.set(planned.key, bound);
    else await bound.equipment.close();
    return problem === undefined ? listeningLine(bound) : missingLine(bound.equipment.title, problem);
  }

  /** Closes all equipment but the planned. */
  async retain(planned: readonly PlannedEquipment[]): Promise<void> {
    const keys = new Set(planned.map(({ key }) => key));
    for (const [key, { equipment }] of [...this.#all]) {
      if (keys.has(key)) continue;
      this.#all.delete(key);
      await equipment.close();
    }
  }

  #conflictOf(bound: BoundEquipment): Problem {
    const other = [...this.#all.values()].find((one) => socketOf(one) === socketOf(bound));
    return other && `${addressOf(bound)} is taken by ${other.equipment.name}`;
  }

  async #listen({ equipment, host }: BoundEquipment): Promise<Problem> {
    try {
      await equipment.listen(equipment.port, host);
      return undefined;
    } catch (error) {
      return listenProblem(host, equipment.port, error as NodeJS.ErrnoException);
    }
  }
}

/**
 * Returns the equipment of the connections of a studio. What can't listen doesn't listen: the service reaches its simulated
 * devices without the network. What has no address of this machine listens on `host`.
 */
export const followingEquipment = (studio: SimulatedStudio, host: string, log: Log): FollowingEquipment => {
  const listening = new ListeningEquipment(host);
  let known: ReadonlySet<string> | undefined;
  const next = taskQueue();
  /** Logs what has changed since the lines that the start printed. */
  const logNew = (shown: readonly string[]): void => {
    const before = known;
    known = new Set(shown);
    if (before === undefined) return;
    for (const line of shown)
      if (!before.has(line)) log.info('simulated equipment has changed', { equipment: line.trim() });
  };
  const update = async (): Promise<readonly string[]> => {
    const { planned, lines } = plannedConnections(studio);
    await listening.retain(planned);
    const shown: string[] = [];
    for (const one of planned) {
      shown.push(await listening.lineOf(one));
    }
    logNew(shown);
    return [...shown, ...lines, ...missingServers(studio)];
  };
  return { follow: () => next(update), close: () => next(() => listening.retain([])) };
};
