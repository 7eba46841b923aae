// A record of a device over text, whose readings a test reports.
import { linePlan } from '../../../../../adapters/drivers/shared/templates/plan.js';
import { TemplatedRecord, type RecordHost } from '../../../../../adapters/drivers/shared/templates/record.js';
import type { ReceivedText } from '../../../../../adapters/drivers/shared/templates/text-match.js';
import { escapeFor, textProtocol } from '../../../../../adapters/drivers/shared/templates/text-protocol.js';
import { manualClock, type ManualClock } from '../../../../../simulator/clock.js';

/** The protocol of lines that end with a line feed. */
export const protocol = textProtocol(escapeFor('\n'));

/** A line that `a` switches on and `b` off. */
interface RecordBench {
  readonly clock: ManualClock;
  readonly host: RecordHost<string, ReceivedText>;
  readonly record: TemplatedRecord<string, ReceivedText>;
}

/** Returns a line with further settings. */
export const recordOf = (settings: object): RecordBench => {
  let order = 0;
  const clock = manualClock();
  const host: RecordHost<string, ReceivedText> = {
    id: 'relays',
    clock,
    changed: () => undefined,
    isConnected: () => true,
    send: () => true,
    askSoon: () => undefined,
    moment: () => ({ order: (order += 1), atMs: clock.now() }),
  };
  const plan = linePlan(protocol, { on: 'a', off: 'b', ...settings });
  return { clock, host, record: new TemplatedRecord('sig-1', plan, host) };
};
