// Dry runs: an action is decided, and shown instead of done (DRY-1).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DryRun, PlannedChanges, PlannedCommand, UnavailableDevice } from '../../domain/dry-run.js';
import { isEqual } from '../../domain/codec/equality.js';
import type { Failure } from '../../domain/failure.js';
import { continuesAfterFailure, retryPauseMs, transitionAutomation } from '../../domain/studio/automation.js';
import type { AutomationCommand, GraphicAction } from '../../domain/studio/command.js';
import { runsIn } from '../../domain/studio/playlist.js';
import { leadOf, type RuntimeState } from '../../domain/studio/runtime-state.js';
import type { ActionDecision, CheckedCall, OperationResult } from '../api/operation.js';
import type { InterruptedCalls } from '../ledger/interrupted-calls.js';
import { decide, repeatedCall } from '../ledger/start-action.js';
import type { DecidedCommand, DecidedMacroCommand, DecidedAction } from '../ports/decided-commands.js';
import { findAutomation, type Automations } from '../sequences/automations.js';
import { failedRun } from '../sequences/last-runs.js';
import type { Macros } from '../sequences/macros.js';
import { plannedCommands, StepPlan, type StepPlanPorts } from './planned-steps.js';
import type { StudioState } from '../state/studio-state.js';
import { visiblePlan, type Plan } from './visible-plan.js';
import type { DevicePorts } from '../commands/devices.js';
import { noGraphic, type Graphics } from '../commands/graphics.js';
import type { Refusal } from '../ports/commands.js';

/** What refuses commands, and says which devices are connected. */
export interface RefusalPorts {
  readonly players: Pick<DevicePorts['players'], 'refusal' | 'state' | 'pair'>;
  readonly signalLines: Pick<DevicePorts['signalLines'], 'refusal' | 'connected' | 'pendingValue'>;
  readonly cameras: Pick<DevicePorts['cameras'], 'refusal' | 'connected'>;
  readonly graphics: Pick<Graphics, 'find'>;
}

/** Returns why the devices would refuse a command now. */
export const deviceRefusals =
  ({ players, signalLines, cameras, graphics }: RefusalPorts): Refusal<DecidedAction | GraphicAction> =>
  (command): Failure | undefined => {
    if (command.do === 'show' || command.do === 'hide') {
      if (graphics.find(command) === undefined) return noGraphic(command);
      const place = { output: command.output, scene: command.scene };
      return players.refusal(command.do === 'show' ? { do: 'show', ...place, texts: {} } : { do: 'hide', ...place });
    }
    if ('output' in command) return players.refusal(command);
    return 'signal' in command ? signalLines.refusal(command) : cameras.refusal?.(command);
  };

export interface DryRunPorts extends RefusalPorts, Pick<StepPlanPorts, 'access'> {
  readonly studio: StudioState;
  readonly macros: Pick<Macros, 'prepare' | 'state'>;
  readonly automations: Pick<Automations, 'state' | 'beginsAtOnce'>;
}

type Planned = E.Either<Failure, Plan>;

/** What an action does that repeats one: nothing. */
const nothing: Plan = { commands: [], changes: {}, unavailable: [] };

const changedVariables = (before: RuntimeState, now: RuntimeState): PlannedChanges => {
  const changed = Object.entries(now.variables).filter(([id, value]) => value !== before.variables[id]);
  return changed.length === 0 ? {} : { variables: Object.fromEntries(changed) };
};

const changedLeads = (before: RuntimeState, now: RuntimeState): PlannedChanges => {
  const changed = Object.entries(now.leads).filter(([id, player]) => player !== leadOf(before, id));
  return changed.length === 0 ? {} : { leads: Object.fromEntries(changed) };
};

const endedPlaylists = (before: RuntimeState, now: RuntimeState): PlannedChanges => {
  const ended = before.playlists.filter((playlist) => !now.playlists.some(runsIn(playlist)));
  return ended.length === 0 ? {} : { playlists: ended.map(({ output, scene }) => ({ output, scene })) };
};

/** Returns what differs between two states of the studio. */
export const changesBetween = (before: RuntimeState, now: RuntimeState): PlannedChanges => ({
  ...(now.status !== before.status && { studio: now.status }),
  ...(now.holder !== before.holder && { station: now.holder }),
  ...(now.activeBank !== before.activeBank && { activeBank: now.activeBank }),
  ...changedLeads(before, now),
  ...endedPlaylists(before, now),
  ...changedVariables(before, now),
});

/** Returns the devices that are in a list more than once, once each. */
const distinct = (devices: readonly UnavailableDevice[]): readonly UnavailableDevice[] =>
  devices.filter((device, index) => devices.findIndex((other) => isEqual(other, device)) === index);

/** Returns the devices of commands that aren't connected, once each. */
export const unavailableOf = (
  { players, signalLines, cameras }: RefusalPorts,
  commands: readonly DecidedCommand[],
): readonly UnavailableDevice[] => {
  const devices = commands.flatMap((command): readonly (UnavailableDevice & { readonly isConnected: boolean })[] => {
    if ('output' in command) {
      const { output: id } = command;
      const pair = command.do === 'follow' ? players.pair?.(id) : undefined;
      const reports = pair === undefined ? [players.state(id)] : Object.values(pair.reports);
      return [{ kind: 'output', id, isConnected: reports.every(({ connected }) => connected) }];
    }
    if ('signal' in command)
      return [{ kind: 'signal', id: command.signal, isConnected: signalLines.connected(command.signal) }];
    if ('camera' in command)
      return [{ kind: 'camera', id: command.camera, isConnected: cameras.connected(command.camera) }];
    return [];
  });
  return distinct(devices.filter(({ isConnected }) => !isConnected).map(({ kind, id }) => ({ kind, id })));
};

/** Plans the commands of one action. */
class ActionPlan {
  readonly #refusal;

  constructor(private readonly ports: DryRunPorts) {
    this.#refusal = deviceRefusals(ports);
  }

  of(command: DecidedCommand): Planned {
    if ('macro' in command) return command.do === 'run' ? this.#run(command) : this.#end(command);
    if ('automation' in command) return this.#transition(command);
    const refused = this.#refusal(command);
    if (refused !== undefined) return E.left(refused);
    return E.right({
      commands: plannedCommands(command, this.ports),
      changes: {},
      unavailable: unavailableOf(this.ports, [command]),
    });
  }

  #run({ macro: id, values, pin = null }: DecidedMacroCommand): Planned {
    return pipe(
      this.ports.studio.records.macros.find(id),
      E.bindTo('macro'),
      E.bind('steps', ({ macro }) => this.ports.macros.prepare(macro, values)),
      E.chain(({ macro, steps }) => {
        const plan = new StepPlan(this.ports, this.#refusal, pin);
        const { commands, firstFailure } = plan.planMacro(id, steps);
        return firstFailure === undefined
          ? this.#planned(plan, commands, { macros: { [id]: 'running' } })
          : E.left(failedRun('macros', macro, 1, firstFailure));
      }),
    );
  }

  #end({ macro: id }: DecidedMacroCommand): Planned {
    return pipe(
      this.ports.studio.records.macros.find(id),
      E.map((macro) =>
        this.ports.macros.state(macro).state === 'running'
          ? { ...nothing, changes: { macros: { [id]: 'idle' } } }
          : nothing,
      ),
    );
  }

  /** A start begins the first run at once, unless it waits for a time. */
  #transition({ automation: id, transition }: AutomationCommand): Planned {
    const automation = findAutomation(this.ports.studio, id);
    if (E.isLeft(automation)) return automation;
    const found = automation.right;
    const before = this.ports.automations.state(found).state;
    const next = transitionAutomation(found, before, transition);
    if (E.isLeft(next)) return next;
    const changes: PlannedChanges = next.right === before ? {} : { automations: { [id]: next.right } };
    if (transition !== 'start' || !this.ports.automations.beginsAtOnce(found)) return E.right({ ...nothing, changes });
    const plan = new StepPlan(this.ports, this.#refusal, null);
    const { commands, firstFailure } = plan.plan({ automation: id }, found.steps);
    const isAttemptedAgain = continuesAfterFailure(found) || retryPauseMs(found, 1) !== undefined;
    return firstFailure === undefined || isAttemptedAgain
      ? this.#planned(plan, commands, changes)
      : E.left(failedRun('automations', found, 1, firstFailure));
  }

  #planned(plan: StepPlan, commands: readonly PlannedCommand[], changes: PlannedChanges): Planned {
    if (plan.failure !== undefined) return E.left(plan.failure);
    return E.right({
      commands,
      changes: { ...changesBetween(this.ports.studio.runtime(), plan.runtime), ...changes },
      unavailable: unavailableOf(this.ports, plan.decided),
    });
  }
}

/** Returns the plans of several commands as one. */
const joined = (plans: readonly Plan[]): Plan => ({
  commands: plans.flatMap(({ commands }) => commands),
  changes: Object.assign({}, ...plans.map(({ changes }) => changes)) as PlannedChanges,
  unavailable: distinct(plans.flatMap(({ unavailable }) => unavailable)),
});

/** An action that is only decided. */
export interface DryAction<Ports> {
  readonly operation: string;
  readonly checked: CheckedCall<Ports>;
}

const answer = (operation: string, plan: Plan): OperationResult => ({
  body: { dry: true, operation, ...plan } satisfies DryRun,
  plain: 'OK',
});

/** Returns the answer to the repetition of a call with an idempotency key, which would send nothing (IDEMPOTENCY-1). */
export const repeatedDryRun = (operation: string): OperationResult => answer(operation, nothing);

/** Decides an action, and sends, changes and stores nothing. */
export type RunDry<Ports> = (action: DryAction<Ports>) => E.Either<Failure, OperationResult>;

/** Returns what decides actions. A call that repeats an interrupted one sends nothing (CRASH-2). */
export const dryRuns = <Ports extends DryRunPorts>(
  ports: Ports,
  interrupted: Pick<InterruptedCalls, 'unexpired' | 'find'>,
): RunDry<Ports> => {
  const show = visiblePlan(ports);

  const planOf = (decision: ActionDecision): Planned => {
    const before = ports.studio.runtime();
    if ('change' in decision)
      return pipe(
        decision.change(before),
        E.map((now) => ({ ...nothing, changes: changesBetween(before, now) })),
      );
    const action = new ActionPlan(ports);
    const plans = decision.commands.map((command) => action.of(command));
    return pipe(plans, E.sequenceArray, E.map(joined));
  };

  const decidedPlan = ({ operation, checked }: DryAction<Ports>): Planned => {
    const repeated = repeatedCall(ports, interrupted, operation, checked);
    if (E.isLeft(repeated)) return repeated;
    return repeated.right === undefined ? pipe(decide(checked, ports), E.chain(planOf)) : E.right(nothing);
  };

  return (action) =>
    pipe(
      decidedPlan(action),
      E.map((plan) => answer(action.operation, show(action.checked.context, action.operation, plan))),
    );
};
