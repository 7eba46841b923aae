// The targets within this process, by name.
import { amcp } from './amcp.js';
import { info } from './info.js';
import { osc } from './osc.js';
import { studioFile } from './studio-file.js';
import { syncConsole, syncService } from './sync.js';
import type { InputName } from './names.js';
import type { FuzzTarget } from './target.js';

export const inputTargets: Readonly<Record<InputName, FuzzTarget>> = {
  amcp,
  info,
  osc,
  'studio-file': studioFile,
  'sync-service': syncService,
  'sync-console': syncConsole,
};
