// Raises an alarm for each output whose main and backup player show different things (PAIR-5, PAIR-6).
import type { Clock } from '../ports/clock.js';
import type { Players } from '../ports/players.js';
import { differenceIn } from '../state/player-difference.js';
import type { StudioState } from '../state/studio-state.js';
import type { Alarms } from './alarms.js';

/** What watches the players of outputs. */
export interface BackupAlarmsDeps {
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly clock: Clock;
  readonly studio: Pick<StudioState, 'layout' | 'watchLayout'>;
  readonly players: Pick<Players, 'pair' | 'watch'>;
}

/** How long two players may differ, in milliseconds: they take a command, or make a transition, one after the other. */
const graceMs = 1_000;

/** How often positions are compared, in milliseconds: players report no change while a clip runs too slowly. */
const everyMs = 500;

/** The outputs whose players differ. */
class Differences {
  /** The functions that cancel the timers, by output. A timer that has fired stays until the players agree. */
  readonly #timers = new Map<string, () => void>();
  readonly #raised = new Set<string>();

  constructor(private readonly deps: BackupAlarmsDeps) {}

  /** Compares the players of an output, `reworded` with a new message where they still differ. */
  update(id: string, reworded = false): void {
    const difference = this.#of(id);
    if (difference === undefined) this.#end(id);
    else if (this.#raised.has(id) && reworded) this.#raise(id, difference);
    else if (!this.#timers.has(id))
      this.#timers.set(
        id,
        this.deps.clock.after(graceMs, () => {
          this.#confirm(id);
        }),
      );
  }

  /** Clears the alarms of all outputs but these. */
  retain(ids: readonly string[]): void {
    for (const id of [...this.#timers.keys()]) if (!ids.includes(id)) this.#end(id);
  }

  /** Cancels every timer; open alarms stay open. */
  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
  }

  #of(id: string): string | undefined {
    const pair = this.deps.players.pair?.(id);
    return pair && differenceIn(pair, this.deps.clock.now());
  }

  /** Raises the alarm, unless the players agree again, which nobody has reported yet. */
  #confirm(id: string): void {
    const difference = this.#of(id);
    if (difference === undefined) this.#end(id);
    else this.#raise(id, difference);
  }

  #raise(id: string, difference: string): void {
    this.#raised.add(id);
    this.deps.alarms.raise('backup_differs', id, (name) => `the players of the output "${name}" differ: ${difference}`);
  }

  #end(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    this.#raised.delete(id);
    this.deps.alarms.clear('backup_differs', id);
  }
}

/** Watches the outputs that have a backup. Returns a function that stops watching; open alarms stay open. */
export const watchBackups = (deps: BackupAlarmsDeps): (() => void) => {
  const { clock, studio, players } = deps;
  const differences = new Differences(deps);
  let cancelCheck = (): void => undefined;

  const check = (): void => {
    const ids = studio.layout.outputs.flatMap(({ id, backup }) => (backup === undefined ? [] : [id]));
    differences.retain(ids);
    for (const id of ids) differences.update(id);
    cancelCheck();
    if (ids.length > 0) cancelCheck = clock.after(everyMs, check);
  };

  check();
  const unsubscribes = [
    players.watch((id) => {
      differences.update(id, true);
    }),
    studio.watchLayout(check),
  ];
  return () => {
    for (const end of unsubscribes) end();
    cancelCheck();
    differences.stop();
  };
};
