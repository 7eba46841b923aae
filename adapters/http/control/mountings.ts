// Which face every operation of the service has.
import { catalogue } from '../../../application/catalogue.js';
import { legacyObjects, legacyOperations, legacyTexts } from '../../../application/legacy-catalogue.js';
import type { ControlPorts } from '../../../application/ports.js';
import { json, legacy, legacyRoot, legacyText, plain } from './face.js';
import type { Mounting } from './routes.js';

export const mountings: readonly Mounting<ControlPorts>[] = [
  { face: json, operations: catalogue },
  { face: plain, operations: catalogue },
  { face: legacy, operations: legacyOperations },
  { face: legacyRoot, operations: legacyObjects },
  { face: legacyText, operations: legacyTexts },
];
