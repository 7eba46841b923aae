// Webhooks in PostgreSQL, and the lease of the one console process that sends their messages.
import * as E from 'fp-ts/lib/Either.js';
import type { StoredWebhook, WebhookStore } from '../../../application/ports/console-store.js';
import { subjectOf } from '../../../domain/console/webhook.js';
import { acceptedConditionOf, webhookOf } from '../console-rows.js';
import type { Query } from './database.js';
import { writeHistoryEntry } from './history.js';
import type { PostgresStoreDeps } from './notifications.js';

/** How long a lease lasts, in seconds, by the database's clock. */
const leaseSeconds = 10;

const hold = `INSERT INTO webhook_lease (one, console_id, held_until)
  VALUES (true, $1, now() + interval '${String(leaseSeconds)} seconds')
  ON CONFLICT (one) DO UPDATE SET console_id = excluded.console_id, held_until = excluded.held_until
  WHERE webhook_lease.console_id = $1 OR webhook_lease.held_until < now()`;

const select = 'SELECT definition, trouble FROM webhooks ORDER BY place';

const write = `INSERT INTO webhooks (id, place, definition)
  VALUES ($1, (SELECT coalesce(max(place), 0) + 1 FROM webhooks), $2)
  ON CONFLICT (id) DO UPDATE SET definition = excluded.definition`;

/** Writes and removes in one statement. */
const storeAccepted = `WITH changes AS (
    SELECT * FROM json_to_recordset($1) AS changes (webhook text, subject text, condition json, "isOpen" boolean)),
  removed AS (DELETE FROM webhook_conditions USING changes
    WHERE NOT "isOpen" AND webhook_id = webhook AND webhook_conditions.subject = changes.subject)
  INSERT INTO webhook_conditions (webhook_id, subject, condition)
    SELECT id, subject, condition FROM changes JOIN webhooks ON id = webhook WHERE "isOpen" FOR KEY SHARE OF webhooks
    ON CONFLICT (webhook_id, subject) DO UPDATE SET condition = excluded.condition`;

/** Pages that show the list read it again after this event. */
const changedWebhooks = { studioId: null, section: 'operators' } as const;

const list = async (query: Query): Promise<readonly StoredWebhook[]> =>
  (await query(select)).rows.map((row) => webhookOf(row['definition'], row['trouble']));

type AcceptedConditions = Pick<WebhookStore, 'acceptedConditions' | 'storeAccepted'>;

/** Creates the store of what receivers have accepted. */
const acceptedConditions = (query: Query): AcceptedConditions => ({
  acceptedConditions: async () => {
    const { rows } = await query('SELECT webhook_id, condition FROM webhook_conditions ORDER BY webhook_id, subject');
    return rows.map((row) => acceptedConditionOf(row, row['condition']));
  },
  storeAccepted: async (changes) => {
    const rows = changes.map((change) => ({ ...change, subject: subjectOf(change.condition) }));
    await query(storeAccepted, [JSON.stringify(rows)]);
  },
});

/** Creates the store of webhooks over an open database. `release` ends the lease of this process. */
export const postgresWebhooks = ({
  database,
  publishToOthers,
  publish,
  consoleId,
}: PostgresStoreDeps & { readonly consoleId: string }): WebhookStore & { readonly release: () => Promise<void> } => ({
  webhooks: () => list(database.query),
  changeWebhooks: async (change) => {
    const result = await database.transaction(async (query) => {
      await query('LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE');
      const before = (await list(query)).map(({ trouble: _, ...webhook }) => webhook);
      const changed = change(before);
      if (E.isLeft(changed)) return changed;
      const { webhooks, historyEntry } = changed.right;
      await query('DELETE FROM webhooks WHERE id <> ALL($1)', [webhooks.map(({ id }) => id)]);
      for (const webhook of webhooks)
        if (!before.includes(webhook)) await query(write, [webhook.id, JSON.stringify(webhook)]);
      await writeHistoryEntry(query, null, historyEntry, null);
      await publishToOthers(query, changedWebhooks);
      return E.right(webhooks);
    });
    if (E.isRight(result)) publish(changedWebhooks);
    return result;
  },
  setWebhookTrouble: async (id, trouble) => {
    await database.transaction(async (query) => {
      const stored = trouble === null ? null : JSON.stringify(trouble);
      await query('UPDATE webhooks SET trouble = $1 WHERE id = $2', [stored, id]);
      await publishToOthers(query, changedWebhooks);
    });
    publish(changedWebhooks);
  },
  ...acceptedConditions(database.query),
  holdWebhooks: async () => (await database.query(hold, [consoleId])).count === 1,
  release: async () => {
    // Without it, the lease expires.
    await database.query('DELETE FROM webhook_lease WHERE console_id = $1', [consoleId]).catch(() => undefined);
  },
});
