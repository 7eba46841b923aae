// The webhooks: their settings, and a test of each as it is edited.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { TestedWebhook } from '../../../../application/editing/answers.js';
import { Button } from '../ui/button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { RecordsView } from './records-view.js';
import { textOf } from './schema.js';
import { Seen } from './seen.js';
import { useTest } from './use-test.js';

/** Returns what the receiver has answered, as the service puts it. */
const summaryOf = ({ seen, issues }: TestedWebhook): string =>
  issues === undefined ? seen.join(' ') : t`Nothing was sent: the change has issues.`;

const TestWebhook = ({ id }: { readonly id: string }): ReactElement => {
  const { tested, isPending, failure, press } = useTest<TestedWebhook>({ ask: 'testWebhook', webhook: id });
  return (
    <div className="connection-state">
      <div>
        <Button isPending={isPending} onPress={press}>
          {isPending ? t`Sending…` : t`Send a test`}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {tested !== undefined && <Seen isGood={tested.accepted} summary={summaryOf(tested)} issues={tested.issues} />}
    </div>
  );
};

/** Renders the webhooks. */
export const WebhooksView = (): ReactElement => (
  <RecordsView
    kind="webhooks"
    beside={(record) => <TestWebhook key={textOf(record, 'id')} id={textOf(record, 'id')} />}
  />
);
