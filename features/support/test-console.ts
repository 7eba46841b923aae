// A console in this process on loopback, new for every scenario, and the connection from the service to it.
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { consolePage } from '../../adapters/http/console/console-page.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { oneTimeCodes } from '../../adapters/node/one-time-codes.js';
import { secretBox } from '../../adapters/node/secret-box.js';
import { openMemoryStore } from './memory-store.js';
import { setPassword } from '../../application/console/sign-in/operators.js';
import { defaultSessionLimits } from '../../application/console/sign-in/session-limits.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import { ensureStudio } from '../../application/console/endpoints/ensure-studio.js';
import type { AuditLog } from '../../application/audit/audit-log.js';
import type { Audit } from '../../application/ports/audit.js';
import { openAudit } from '../../infra/machine/audit.js';
import { readSettings } from '../../infra/settings/settings.js';
import { composeConsoleServer, consoleServices } from '../../infra/console/console-server.js';
import { startWebhooks, webhookSender } from '../../infra/console/webhooks.js';
import { builtPage, consoleFolder } from '../../infra/machine/built-pages.js';
import { channelOf } from './channel.js';
import { cheapPasswords } from './cheap-passwords.js';
import type { ScenarioResponse, ConsoleChannel, ConsoleCall, ScenarioStream } from './driver.js';
import { consoleCallTo } from './console-call.js';
import { openHttpStream, sendHttp } from './http.js';
import { silent } from './silent-log.js';
import { openRelay } from './relay.js';
import { operatorUser } from './console-users.js';

/** A console with one studio and one operator. */
export interface TestConsole {
  /** The console's address for the service, and the service's studio key. */
  readonly url: string;
  readonly studioKey: string;
  readonly callConsole: (call: ConsoleCall) => Promise<ScenarioResponse>;
  readonly openConsoleStream: (call: ConsoleCall) => ScenarioStream;
  readonly channel: ConsoleChannel;
  readonly close: () => Promise<void>;
}

const consolePorts = ({ now }: Pick<Clock, 'now'>, audit: Audit): ConsoleServices =>
  consoleServices({
    store: openMemoryStore(),
    sessionLimits: defaultSessionLimits,
    secondFactors: { policy: 'off', codes: oneTimeCodes, box: secretBox('a key for tests') },
    clock: { now, after: new SystemClock().after },
    secrets: new SystemConsoleSecrets(),
    passwords: cheapPasswords,
    log: silent,
    audit,
    sendWebhook: webhookSender(),
  });

let read: ReturnType<typeof consolePage> | undefined;

/** The built page, read once. */
const pages = () => (read ??= builtPage("console's page", consoleFolder, consolePage));

/** Opens the audit log as the console does, in a data folder. */
const openTestAudit = (dataFolder: string): Promise<AuditLog> => {
  const read = readSettings([], { DATA_DIR: dataFolder });
  assert.ok(E.isRight(read), 'expected valid settings');
  return openAudit('console', { settings: read.right.settings, log: silent, clock: new SystemClock() });
};

/** Opens a console with one studio, and a data folder. It shows the time of a clock, and its timers run in real time. */
export const openTestConsole = async (
  studio: { readonly id: string; readonly name: string },
  { now }: Pick<Clock, 'now'>,
  dataFolder: string,
): Promise<TestConsole> => {
  const audit = await openTestAudit(dataFolder);
  const ports = consolePorts({ now }, audit);
  await setPassword(ports, operatorUser.username, operatorUser.password);
  const added = await ensureStudio(ports, studio);
  assert.ok(E.isRight(added), 'the console rejected the studio');
  const server = composeConsoleServer({ ports, pages: await pages() });
  const webhooks = startWebhooks(ports);
  const { port } = await server.listen(0, '127.0.0.1');
  const toConsole = consoleCallTo({ host: '127.0.0.1', port });
  const relay = await openRelay(`http://127.0.0.1:${String(port)}`);
  return {
    url: relay.url,
    studioKey: added.right.key,
    callConsole: (call) => sendHttp(toConsole(call)),
    openConsoleStream: (call) => openHttpStream(toConsole(call)),
    channel: channelOf(relay),
    close: async () => {
      webhooks?.stop();
      await relay.close();
      await server.close(0);
      await ports.store.close();
      await audit.close();
    },
  };
};
