// Queries and changes of webhooks.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { BodyOf, ResultOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads all webhooks. */
export const useWebhooks = (): UseQueryResult<ResultOf<'webhook.list'>> =>
  useQuery({ queryKey: keys.webhooks, queryFn: () => read('webhook.list') });

const useWebhookChange = (): ChangeRequest => useChangeRequest(keys.operators);

/** Returns a function that adds a webhook, and resolves with its secret. */
export const useAddWebhook = (): ((body: BodyOf<'webhook.add'>) => Promise<string>) => {
  const change = useWebhookChange();
  return async (body) => (await change(() => read('webhook.add', { body }))).secret;
};

/** Returns a function that changes a webhook. */
export const useChangeWebhook = (webhook: string): ((body: BodyOf<'webhook.change'>) => Promise<unknown>) => {
  const change = useWebhookChange();
  return (body) => change(() => call('webhook.change', { params: { webhook }, body }));
};

/** Returns a function that replaces the secret of a webhook, and resolves with the new one. */
export const useReplaceSecret = (webhook: string): (() => Promise<string>) => {
  const change = useWebhookChange();
  return async () => (await change(() => read('webhook.secret.replace', { params: { webhook } }))).secret;
};

/** Returns a function that removes a webhook. */
export const useRemoveWebhook = (webhook: string): (() => Promise<unknown>) => {
  const change = useWebhookChange();
  return () => change(() => call('webhook.remove', { params: { webhook } }));
};

/** Sends a test, and resolves with what the receiver answered. */
export const testWebhook = (webhook: string): Promise<ResultOf<'webhook.test'>> =>
  read('webhook.test', { params: { webhook } });
