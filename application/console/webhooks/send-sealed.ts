// Sends messages of webhooks whose secrets are encrypted.
import type { ConsoleWebhook } from '../../../domain/console/webhook.js';
import type { SecretBox } from '../../ports/second-factors.js';
import type { Attempt, SendSigned, WebhookMessage } from '../../ports/webhooks.js';

/** Sends a message once. Never rejects. An abort ends the attempt. */
export type SendSealed = (
  webhook: Pick<ConsoleWebhook, 'url' | 'sealedSecret'>,
  message: Pick<WebhookMessage, 'id' | 'body'>,
  signal: AbortSignal,
) => Promise<Attempt>;

const reason = "its secret can't be decrypted with the present key: replace it";

/** Returns what opens the secret of a webhook, and sends. */
export const sendSealed =
  (send: SendSigned, box: SecretBox | undefined): SendSealed =>
  async ({ url, sealedSecret }, message, signal) => {
    const secret = box?.open(sealedSecret);
    return secret === undefined
      ? { isDelivered: false, reason, isRefused: false }
      : send({ url, secret }, message, signal);
  };
