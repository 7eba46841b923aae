// Webhooks in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { ChangeEvent, StoredWebhook, WebhookStore } from '../../../application/ports/console-store.js';
import { subjectOf } from '../../../domain/console/webhook.js';
import { acceptedConditionOf, webhookOf } from '../console-rows.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

/** Pages that show the list read it again after this event. */
const changedWebhooks: ChangeEvent = { studioId: null, section: 'operators' };

type AcceptedConditions = Pick<WebhookStore, 'acceptedConditions' | 'storeAccepted'>;

/** Creates the store of what receivers have accepted. */
const acceptedConditions = (database: DatabaseSync): AcceptedConditions => {
  const select = database.prepare('SELECT webhook_id, condition FROM webhook_conditions ORDER BY webhook_id, subject');
  const add = database.prepare(
    `INSERT INTO webhook_conditions (webhook_id, subject, condition) SELECT id, ?2, ?3 FROM webhooks WHERE id = ?1
      ON CONFLICT DO UPDATE SET condition = excluded.condition`,
  );
  const remove = database.prepare('DELETE FROM webhook_conditions WHERE webhook_id = ? AND subject = ?');
  return {
    acceptedConditions: () =>
      toPromise(() => select.all().map((row) => acceptedConditionOf(row, JSON.parse(String(row['condition']))))),
    storeAccepted: (changes) =>
      toPromise(() => {
        inTransaction(database, () => {
          for (const { webhook, condition, isOpen } of changes)
            if (isOpen) add.run(webhook, subjectOf(condition), JSON.stringify(condition));
            else remove.run(webhook, subjectOf(condition));
        });
      }),
  };
};

/** Creates the store of webhooks over an open database. */
export const sqliteWebhooks = ({ database, writeHistoryEntry, publish }: SqliteStoreDeps): WebhookStore => {
  const selectAll = database.prepare('SELECT definition, trouble FROM webhooks ORDER BY place');
  const write = database.prepare(
    `INSERT INTO webhooks (id, place, definition)
      VALUES (?1, (SELECT coalesce(max(place), 0) + 1 FROM webhooks), ?2)
      ON CONFLICT (id) DO UPDATE SET definition = excluded.definition`,
  );
  const removeOthers = database.prepare('DELETE FROM webhooks WHERE id NOT IN (SELECT value FROM json_each(?))');
  const setTrouble = database.prepare('UPDATE webhooks SET trouble = ? WHERE id = ?');
  const all = (): readonly StoredWebhook[] =>
    selectAll
      .all()
      .map(({ definition, trouble }) =>
        webhookOf(JSON.parse(String(definition)), trouble === null ? null : JSON.parse(String(trouble))),
      );
  return {
    webhooks: () => toPromise(all),
    changeWebhooks: (change) =>
      toPromise(() => {
        const before = all().map(({ trouble: _, ...webhook }) => webhook);
        const changed = change(before);
        if (E.isLeft(changed)) return changed;
        const { webhooks, historyEntry } = changed.right;
        inTransaction(database, () => {
          removeOthers.run(JSON.stringify(webhooks.map(({ id }) => id)));
          for (const webhook of webhooks) if (!before.includes(webhook)) write.run(webhook.id, JSON.stringify(webhook));
          writeHistoryEntry(null, historyEntry, null);
        });
        publish(changedWebhooks);
        return E.right(webhooks);
      }),
    setWebhookTrouble: (id, trouble) =>
      toPromise(() => {
        setTrouble.run(trouble === null ? null : JSON.stringify(trouble), id);
        publish(changedWebhooks);
      }),
    ...acceptedConditions(database),
    // No other process has this database open.
    holdWebhooks: () => Promise.resolve(true),
  };
};
