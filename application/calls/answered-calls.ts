// What is done with every answered call, in order.
import type { Audit } from '../ports/audit.js';
import type { Metrics } from '../ports/metrics.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import { auditCalls } from './call-audit.js';
import { callLog, type CallLogDeps } from './call-log.js';
import type { CallObserver } from './call-observer.js';
import type { CallRecord, CallSink } from './call-record.js';
import type { CallReports } from './call-reports.js';
import type { RequestLog } from './request-log.js';

/** What takes answered calls, besides the service's own log. */
export interface AnsweredCallsDeps extends CallLogDeps {
  readonly reports: Pick<CallReports, 'recordAnswer'>;
  readonly metrics: Pick<Metrics, 'countCall'>;
  readonly requestLog: Pick<RequestLog, 'add'>;
  readonly observer: Pick<CallObserver, 'record'>;
  readonly audit: Audit;
}

/** Takes answered calls. */
export interface AnsweredCalls {
  readonly record: CallSink;
  /** Reports every answered call, in this process. */
  readonly watch: Watch<CallRecord>;
  /** Logs what the call log counted so far. */
  readonly flush: () => void;
}

/** Returns what takes answered calls. A sink must not throw, and costs every call its time. */
export const answeredCalls = (deps: AnsweredCallsDeps): AnsweredCalls => {
  const { reports, metrics, requestLog, observer, audit } = deps;
  const watchers = changeNotifier<CallRecord>();
  const log = callLog(deps);
  const sinks: readonly CallSink[] = [
    reports.recordAnswer,
    ({ call: { status, error } }) => {
      metrics.countCall(status, error);
    },
    requestLog.add,
    watchers.notify,
    log.write,
    observer.record,
    auditCalls(audit),
  ];
  return {
    record: (record) => {
      for (const sink of sinks) sink(record);
    },
    watch: watchers.watch,
    flush: log.flush,
  };
};
