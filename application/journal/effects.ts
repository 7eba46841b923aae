// Whether the studio's devices show the effect of a command, so that a repeated call is answered without sending it.
import * as E from 'fp-ts/lib/Either.js';
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { AutomationState, AutomationTransition } from '../../domain/studio/automation.js';
import type { CommandPorts } from '../commands/command-ports.js';
import type { SceneState } from '../ports/players.js';
import { knownValue } from '../commands/pending-values.js';
import type { StudioState } from '../state/studio-state.js';
import { sceneOf } from './expected-effects.js';
import type { CommandName } from './intercepted-commands.js';

/** What effects are read from. */
export interface EffectPorts extends CommandPorts {
  readonly studio: Pick<StudioState, 'records' | 'layout' | 'runtime'>;
}

type Target = DeviceCommand['target'];

const isClip = (shown: SceneState['cued'] | undefined, [bank, clip]: Target): boolean =>
  shown !== undefined && shown !== null && shown.bank === bank && shown.clip.key === clip;

/** The state of an automation after each transition. */
const stateAfter: Readonly<Record<AutomationTransition, AutomationState>> = {
  start: 'running',
  resume: 'running',
  pause: 'paused',
  stop: 'stopped',
};

const stateAfterByName: ReadonlyMap<string, AutomationState> = new Map(Object.entries(stateAfter));

/** Returns whether a device shows the effect of a command. */
type Shows = (ports: EffectPorts, target: readonly string[], command: DeviceCommand) => boolean;

/** Of every command; null if the state of a device doesn't show its effect, as of a seek in a clip that runs. */
const effects: Readonly<Record<CommandName, Shows | null>> = {
  'players.play': (ports, [output = '', scene = '', ...clip]) => isClip(sceneOf(ports, output, scene)?.run, clip),
  'players.stop': (ports, [output = '', ...scenes]) =>
    scenes.every((scene) => sceneOf(ports, output, scene)?.run === null),
  'players.cue': (ports, [output = '', scene = '', ...clip]) => isClip(sceneOf(ports, output, scene)?.cued, clip),
  'players.take': (ports, [output = '', scene = ''], { expected }) =>
    expected !== null && isClip(sceneOf(ports, output, scene)?.run, expected),
  'players.pause': (ports, [output = '', scene = '']) => sceneOf(ports, output, scene)?.run?.paused === true,
  'players.resume': (ports, [output = '', scene = '']) => sceneOf(ports, output, scene)?.run?.paused === false,
  'players.seek': null,
  'players.showGraphic': null,
  'players.updateGraphic': null,
  'players.hideGraphic': null,
  'graphics.show': ({ graphics }, [output = '', scene = '']) => graphics.record({ output, scene })?.shown === true,
  'graphics.hide': ({ graphics }, [output = '', scene = '']) => graphics.record({ output, scene })?.shown === false,
  'signalLines.switch': ({ signalLines }, [signal = ''], { target }) => knownValue(signalLines, signal) === target[1],
  'signalLines.toggle': ({ signalLines }, [signal = ''], { expected }) =>
    expected !== null && knownValue(signalLines, signal) === expected[0],
  'signalLines.pulse': ({ signalLines }, [signal = '']) => knownValue(signalLines, signal) === true,
  'cameras.recall': ({ cameras }, [camera = '', angle]) => cameras.connected(camera) && cameras.angle(camera) === angle,
  'macros.run': (ports, [id = '']) => macroState(ports, id) === 'running',
  'macros.stop': (ports, [id = '']) => macroState(ports, id) === 'idle',
  'automations.transition': (ports, [id = '', transition = '']) =>
    automationState(ports, id) === stateAfterByName.get(transition),
};

const macroState = ({ studio, macros }: EffectPorts, id: string): string | undefined => {
  const macro = studio.records.macros.find(id);
  return E.isRight(macro) ? macros.state(macro.right).state : undefined;
};

const automationState = ({ studio, automations }: EffectPorts, id: string): AutomationState | undefined => {
  const found = studio.layout.automations.find((automation) => automation.id === id);
  return found === undefined ? undefined : automations.state(found).state;
};

/** The effects by the names that a journal contains. */
const effectsByName: ReadonlyMap<string, Shows | null> = new Map(Object.entries(effects));

/** Whether the devices show the effect of a command now. */
export const isShown = (ports: EffectPorts, command: DeviceCommand): boolean =>
  effectsByName.get(command.name)?.(ports, command.target.map(String), command) ?? false;
