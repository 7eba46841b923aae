// The command `webhook test`: asks the service that runs with the same DATA_DIR to send a test.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { askLocally, localSocketIn } from '../../adapters/http/local/local-socket.js';
import type { TestResult } from '../../application/webhooks/messages.js';
import type { Settings } from '../settings/settings.js';
import type { CommandOutput } from '../studio-file/check.js';

const refused = (reason: string): CommandOutput => ({ lines: [`webhook test: ${reason}`], exitCode: 1 });

/** Sends a test to the receiver of a webhook. It fails if the receiver doesn't accept it. */
export const testWebhook = async ({ DATA_DIR }: Settings, id: string): Promise<CommandOutput> => {
  const socket = localSocketIn(join(DATA_DIR, 'service'));
  const answered = await askLocally(socket, `/webhook-tests/${encodeURIComponent(id)}`);
  if (answered === undefined) return refused(`no service runs with DATA_DIR ${DATA_DIR}`);
  const answer = await text(answered);
  if (answered.statusCode === 404) return refused(`expected the id of a webhook in the studio file, got "${id}"`);
  if (answered.statusCode !== 200) return refused(answer);
  const result = JSON.parse(answer) as TestResult;
  return result.isDelivered ? { lines: [result.answer], exitCode: 0 } : refused(result.answer);
};
