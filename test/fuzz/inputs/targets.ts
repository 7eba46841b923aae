// The targets within this process, by name.
import { amcp, info, osc } from './casparcg.js';
import { studioFile } from './studio-file.js';
import { syncConsole, syncService } from './sync.js';
import type { FuzzTarget } from './target.js';

export const inputTargets: Readonly<Record<string, FuzzTarget>> = {
  amcp,
  info,
  osc,
  'studio-file': studioFile,
  'sync-service': syncService,
  'sync-console': syncConsole,
};
