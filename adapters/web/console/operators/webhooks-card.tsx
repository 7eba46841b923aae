// The webhooks of the console: a list with its actions.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { ResultOf, WebhookOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { AddButton, EditButton } from '../ui/dialog-button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { RelativeTime } from '../ui/time.js';
import { usePress } from '../ui/use-press.js';
import { AddWebhook, EditWebhook, eventsInWords, WebhookSecret } from './webhook-form.js';
import { testWebhook, useRemoveWebhook, useReplaceSecret, useWebhooks } from './webhook-queries.js';

interface Props {
  readonly webhook: WebhookOverview;
}

const ReplaceSecret = ({ webhook: { id, name } }: Props): ReactElement => {
  const replace = useReplaceSecret(id);
  const [secret, setSecret] = useState<string>();
  const confirmation = {
    title: t`Replace the secret of ${name}?`,
    explanation: (
      <p>
        <Trans>
          Messages are signed with the new secret at once. The receiver refuses them until it has the new one.
        </Trans>
      </p>
    ),
    confirm: t`Replace secret`,
    onConfirm: async () => {
      setSecret(await replace());
    },
  };
  return (
    <>
      <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`Replace secret of ${name}`}>
        <Trans>Replace secret</Trans>
      </ConfirmButton>
      {secret !== undefined && (
        <WebhookSecret
          name={name}
          secret={secret}
          onClose={() => {
            setSecret(undefined);
          }}
        />
      )}
    </>
  );
};

const Remove = ({ webhook: { id, name } }: Props): ReactElement => {
  const remove = useRemoveWebhook(id);
  const confirmation = {
    title: t`Delete ${name}?`,
    explanation: (
      <p>
        <Trans>Its receiver is sent nothing more, not even that an alarm is over. This can’t be undone.</Trans>
      </p>
    ),
    confirm: t`Delete`,
    onConfirm: remove,
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={t`Delete ${name}`}>
      <Trans>Delete</Trans>
    </ConfirmButton>
  );
};

const concernsInWords = ({ studios }: WebhookOverview): string => {
  if (studios === null) return t`All studios`;
  return studios.length === 1 ? String(studios[0]) : plural(studios.length, { one: '# studio', other: '# studios' });
};

const Trouble = ({ webhook: { trouble } }: Props): ReactElement | null =>
  trouble && (
    <p className="error">
      <Trans>
        No message accepted since <RelativeTime time={trouble.since} />: {trouble.answer}
      </Trans>
    </p>
  );

const WebhookRow = ({ webhook, isSending }: Props & { readonly isSending: boolean }): ReactElement => {
  const { name, url, events, trouble } = webhook;
  const [tested, setTested] = useState<ResultOf<'webhook.test'>>();
  const test = usePress(async () => {
    setTested(undefined);
    setTested(await testWebhook(webhook.id));
  });
  return (
    <li className="row">
      <div className="row-head">
        <h3>{name}</h3>
        <Badge tone="calm">{concernsInWords(webhook)}</Badge>
        {trouble !== null && (
          <Badge tone="bad">
            <Trans>Not accepted</Trans>
          </Badge>
        )}
        <div className="row-actions">
          <Button
            look="quiet"
            isPending={test.isPending}
            isDisabled={!isSending}
            onPress={test.press}
            aria-label={t`Test ${name}`}
          >
            <Trans>Test</Trans>
          </Button>
          <EditButton name={name} dialog={(close) => <EditWebhook webhook={webhook} onClose={close} />} />
          <ReplaceSecret webhook={webhook} />
          <Remove webhook={webhook} />
        </div>
      </div>
      <p className="hint">
        {new URL(url).host} · {eventsInWords(events)}
      </p>
      <Trouble webhook={webhook} />
      <FailureNotice failure={test.failure} />
      {tested && <Notice kind={tested.accepted ? 'good' : 'bad'}>{tested.answer}</Notice>}
    </li>
  );
};

const Webhooks = ({ webhooks, sending }: ResultOf<'webhook.list'>): ReactElement => (
  <>
    {!sending && (
      <Notice kind="info">
        <Trans>This console sends no messages: CONSOLE_WEBHOOKS is off.</Trans>
      </Notice>
    )}
    {webhooks.length === 0 ? (
      <p className="hint">
        <Trans>There is no webhook.</Trans>
      </p>
    ) : (
      <ul className="rows">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} isSending={sending} />
        ))}
      </ul>
    )}
  </>
);

export const WebhooksCard = (): ReactElement => (
  <Card
    title={t`Webhooks`}
    explanation={t`URLs that the console calls when a studio is away or back, and about its alarms.`}
    actions={<AddButton label={t`Add webhook`} dialog={(close) => <AddWebhook onClose={close} />} />}
  >
    <Loaded query={useWebhooks()}>{(list: ResultOf<'webhook.list'>) => <Webhooks {...list} />}</Loaded>
  </Card>
);
