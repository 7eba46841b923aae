// Answers what operators read of the as-run log at the console: the service alone keeps it (AS-RUN-8).
import * as E from 'fp-ts/lib/Either.js';
import {
  AsRunRequest,
  shownRecords,
  type AsRunPage,
  type AsRunRecord,
  type ReadAsRunPage,
} from '../../domain/console/as-run-page.js';
import { decodeOrFailure, invalid, type Failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { zoneName } from '../../domain/studio/time-zone.js';
import type { LayoutInForce } from '../state/current-layout.js';
import { taskQueue } from '../state/task-queue.js';

export interface AsRunAnswerDeps {
  readonly readPage: ReadAsRunPage;
  readonly current: Pick<LayoutInForce, 'layout'>;
}

/** Answers a request. Rejects if the files can't be read. */
export type AsRunAnswer = (request: object) => Promise<E.Either<Failure, AsRunPage>>;

const recordsOf = ({ outputs, signals, cameras, macros, automations }: StudioLayout): readonly AsRunRecord[] =>
  Object.entries({ output: outputs, signal: signals, camera: cameras, macro: macros, automation: automations }).flatMap(
    ([kind, records]) => records.map(({ id, name }) => ({ kind, id, name })),
  );

const noPlace = invalid([{ path: 'older', expected: 'the value of `older` of an earlier page' }]);

/** Returns what answers requests, one after the other: a disk that is read backwards has other work too. */
export const asRunAnswer = ({ readPage, current }: AsRunAnswerDeps): AsRunAnswer => {
  const inTurn = taskQueue();
  return async (input) => {
    const request = decodeOrFailure(AsRunRequest, input);
    if (E.isLeft(request)) return request;
    const page = await inTurn(() => readPage(request.right));
    if (page === undefined) return E.left(noPlace);
    const { layout } = current;
    // A page that continues another one needs no names again.
    const records = request.right.older === undefined ? shownRecords(recordsOf(layout)) : [];
    return E.right({ ...page, timezone: zoneName(layout.timezone), records });
  };
};
