// What operators at the console read of what the service alone keeps.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { asRunPages } from '../../adapters/audit/as-run-pages.js';
import type { AskAnswererDeps } from '../../adapters/cloud/ask-answerer.js';
import { asRunAnswer } from '../../application/as-run/as-run-answer.js';
import type { RequestLog } from '../../application/calls/request-log.js';
import type { LayoutInForce } from '../../application/state/current-layout.js';
import type { Settings } from '../settings/settings.js';
import { asRunFolder, studioDays } from './as-run.js';

/** Returns what answers such reads. */
export const consoleReads = (
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  current: Pick<LayoutInForce, 'layout'>,
  requestLog: Pick<RequestLog, 'observed'>,
): AskAnswererDeps['reads'] => {
  const steady = (): number => performance.now();
  const readPage = asRunPages({ folder: join(DATA_DIR, asRunFolder), dayOf: studioDays(current), steady });
  return {
    'as-run': asRunAnswer({ readPage, current }),
    'recent-calls': () => Promise.resolve(E.right({ calls: requestLog.observed(), notShown: 0 })),
  };
};
