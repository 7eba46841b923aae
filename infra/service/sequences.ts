// Binds what runs steps: macros and automations.
import { ContainerModule } from 'inversify';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { actionSender } from '../../application/commands/devices.js';
import { recorded } from '../../application/commands/recorded.js';
import type { RecordCommand } from '../../application/ports/decided-commands.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { controlSwitches, type StepPorts } from '../../application/sequences/perform-step.js';
import { ids } from './identifiers.js';
import type { Sequences, Shutdown, StudioParts } from './part-groups.js';

const stepPorts = (
  studioParts: StudioParts,
  { acknowledgements }: Shutdown,
  asRun: RecordCommand,
  access: AccessPolicyHolder,
): StepPorts => ({
  ...studioParts,
  acknowledgements,
  send: recorded(asRun, studioParts, actionSender(studioParts)),
  isControlOn: controlSwitches(access),
});

const sequences = (ports: StepPorts, alarms: Alarms): Sequences => {
  const all = macros(ports, alarms);
  return { macros: all, automations: automations(ports, all.runForStep, alarms) };
};

/** Binds macros and automations. */
export const sequencesModule = new ContainerModule(({ bind }) => {
  bind(ids.stepPorts).toResolvedValue(stepPorts, [ids.studioParts, ids.shutdown, ids.asRun, ids.access]);
  bind(ids.sequences).toResolvedValue(sequences, [ids.stepPorts, ids.alarms]);
});
