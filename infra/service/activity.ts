// Composes what a service records of its activity: alarms, calls, actions, events and metrics.
import { prometheusMetrics } from '../../adapters/metrics/prometheus.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { requestLog } from '../../application/calls/request-log.js';
import type { About } from '../../application/ports/about.js';
import type { Activity, ActivityRecords, StudioParts } from './part-groups.js';

/** Returns an empty request log, the metrics from now on, and the other records. */
export const activity = (
  studioParts: StudioParts,
  records: ActivityRecords,
  about: About,
  access: AccessPolicyHolder,
): Activity => ({
  ...records,
  requestLog: requestLog(),
  metrics: prometheusMetrics({ ...studioParts, ...records, about, access }),
});
